//! Classes in Ecore, the XML of the Eclipse Modeling Framework.

use roxmltree::{Document, Node};

use super::{Feature, SourceClass, Sources, Typed};
use crate::interchange::import::scxml_nodes::nesting;

/// The classes of a text.
///
/// # Errors
/// Says why it is no Ecore.
pub(super) fn read(xml: &str) -> Result<Sources, String> {
    const MOST_NESTED: usize = 200;
    if nesting(xml) > MOST_NESTED {
        return Err(format!(
            "elements are nested more than {MOST_NESTED} levels deep"
        ));
    }
    let options = roxmltree::ParsingOptions {
        allow_dtd: false,
        nodes_limit: 200_000,
    };
    let document = Document::parse_with_options(xml, options);
    let document = document.map_err(|error| format!("this is no XML: {error}"))?;
    let mut sources = Sources::default();
    for node in document
        .descendants()
        .filter(|it| it.has_tag_name("eClassifiers"))
    {
        let line = line(node);
        let name = text(node, "name");
        match kind(node) {
            "ecore:EClass" => sources.classes.push(class(node, name, line)),
            "ecore:EEnum" => {
                let literals = children(node, "eLiterals").map(|it| text(it, "name"));
                sources.enumerations.push((line, name, literals.collect()));
            }
            _ => {}
        }
    }
    Ok(sources)
}

fn class(node: Node<'_, '_>, name: String, line: usize) -> SourceClass {
    let parents = text(node, "eSuperTypes");
    let parents = parents.split_whitespace().filter(|it| it.contains("#//"));
    let features = children(node, "eStructuralFeatures").map(|it| Feature {
        typed: typed(it),
        is_reference: kind(it) == "ecore:EReference",
        is_unsettable: it.attribute("unsettable") == Some("true"),
        value: it.attribute("defaultValueLiteral").map(str::to_owned),
        opposite: it.attribute("eOpposite").map(last),
    });
    let operations = children(node, "eOperations").map(|it| {
        let parameters = children(it, "eParameters").map(typed);
        (typed(it), parameters.collect())
    });
    SourceClass {
        name,
        is_abstract: node.attribute("abstract") == Some("true"),
        parents: parents.map(last).collect(),
        features: features.collect(),
        operations: operations.collect(),
        line,
    }
}

fn typed(node: Node<'_, '_>) -> Typed {
    let number = |name: &str, usual: i64| {
        let number = node.attribute(name).and_then(|it| it.parse().ok());
        number.unwrap_or(usual)
    };
    Typed {
        name: text(node, "name"),
        sort: last(&text(node, "eType")),
        low: u32::try_from(number("lowerBound", 0)).unwrap_or(0),
        // -1 for any number.
        high: u32::try_from(number("upperBound", 1)).ok(),
        line: line(node),
    }
}

/// What stands behind the last `/` of a path.
fn last(path: &str) -> String {
    path.rsplit('/').next().unwrap_or_default().to_owned()
}

fn text(node: Node<'_, '_>, name: &str) -> String {
    node.attribute(name).unwrap_or_default().to_owned()
}

fn kind<'n>(node: Node<'n, '_>) -> &'n str {
    let schema = "http://www.w3.org/2001/XMLSchema-instance";
    node.attribute((schema, "type")).unwrap_or_default()
}

fn children<'n, 'd>(node: Node<'n, 'd>, name: &'static str) -> impl Iterator<Item = Node<'n, 'd>> {
    node.children().filter(move |it| it.has_tag_name(name))
}

fn line(node: Node<'_, '_>) -> usize {
    let row = node.document().text_pos_at(node.range().start).row;
    usize::try_from(row).unwrap_or(1)
}
