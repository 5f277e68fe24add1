//! Names for files about models: the model's own name, with as much of its folders as it takes to tell
//! it from the others on the command line.

use std::collections::BTreeMap;
use std::path::{Component, Path, PathBuf};

/// One name for each input, none twice, so that what is written about one never overwrites what was
/// written about another. Letters of either case count as the same: some file systems think so.
pub fn stems(paths: &[PathBuf]) -> Vec<String> {
    let mut folders = vec![0; paths.len()];
    let mut names: Vec<_> = paths.iter().map(|path| stem(path, 0)).collect();
    loop {
        let mut grown = false;
        for group in alike(&names) {
            for index in group {
                let longer = stem(&paths[index], folders[index] + 1);
                if longer != names[index] {
                    folders[index] += 1;
                    names[index] = longer;
                    grown = true;
                }
            }
        }
        if !grown {
            break;
        }
    }
    // The same file twice, or two that differ in their endings only.
    while let Some(group) = alike(&names).into_iter().next() {
        for (number, index) in group.into_iter().enumerate().skip(1) {
            names[index] = format!("{}-{}", names[index], number + 1);
        }
    }
    names
}

/// The numbers of names that stand there more than once, by name.
fn alike(names: &[String]) -> Vec<Vec<usize>> {
    let mut groups: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (index, name) in names.iter().enumerate() {
        groups.entry(name.to_lowercase()).or_default().push(index);
    }
    groups.retain(|_, group| group.len() > 1);
    groups.into_values().collect()
}

/// The file's name without its ending, behind so many of the folders that it lies in.
fn stem(path: &Path, folders: usize) -> String {
    let parents = path.parent().into_iter().flat_map(Path::components);
    let parents = parents.filter_map(|it| match it {
        Component::Normal(name) => Some(name.to_string_lossy().into_owned()),
        Component::ParentDir => Some("up".into()),
        _ => None,
    });
    let mut parts: Vec<_> = parents.collect();
    parts.drain(..parts.len().saturating_sub(folders));
    let name = path.file_stem().unwrap_or_default().to_string_lossy();
    parts.push(name.into_owned());
    parts.join("-")
}

#[cfg(test)]
mod tests {
    use super::stems;

    #[test]
    fn names_are_as_short_as_they_can_be_and_never_the_same() {
        for (paths, expected) in [
            (&["a/m.lks", "b/n.lks"][..], &["m", "n"][..]),
            (&["a/m.lks", "b/m.lks"], &["a-m", "b-m"]),
            (
                &["x/a/m.lks", "y/a/m.lks", "n.lks"],
                &["x-a-m", "y-a-m", "n"],
            ),
            (&["m.lks", "b/m.lks"], &["m", "b-m"]),
            (&["../m.lks", "m.lks"], &["up-m", "m"]),
            (&["m.lks", "m.lks", "m.txt"], &["m", "m-2", "m-3"]),
            (&["a/M.lks", "b/m.lks"], &["a-M", "b-m"]),
            // A name that the others would get is taken already.
            (&["a/m.lks", "b/m.lks", "a-m.lks"], &["a-m", "b-m", "a-m-2"]),
        ] {
            let paths: Vec<_> = paths.iter().map(Into::into).collect();
            assert_eq!(stems(&paths), expected, "{paths:?}");
        }
    }
}
