//! What all PlantUML diagrams have in common: comments over several lines, and styles of arrows.

/// Blocks `/' … '/` are blanked out; lines stay where they are.
pub(super) fn without_comments(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find("/'") {
        let (before, comment) = rest.split_at(start);
        out.push_str(before);
        let end = comment[2..].find("'/").map_or(comment.len(), |end| end + 4);
        out.extend(comment[..end].chars().filter(|&it| it == '\n'));
        rest = &comment[end..];
    }
    out.push_str(rest);
    out
}

/// Whether an arrow, such as `-[#red,hidden]->`, is not drawn: it only arranges the drawing.
pub(super) fn is_hidden(arrow: &str) -> bool {
    let style = arrow
        .split_once('[')
        .and_then(|(_, rest)| rest.split_once(']'));
    style.is_some_and(|(style, _)| style.split([',', ';']).any(|it| it.trim() == "hidden"))
}
