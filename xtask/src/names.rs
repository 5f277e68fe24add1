//! Short names for what the program imports from its bindings, and nothing that nobody calls.
//!
//! wasm-bindgen tells imports apart by hashes, which no compression makes shorter, and they stand in
//! the program and in the script: six kilobytes for names that nobody reads. The names here are
//! numbers in the order of the program, so the same program gets the same ones.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, anyhow};

/// Exports of a package that comes with leptos, for streams that servers send: there is no server.
const UNCALLED: [&str; 2] = ["intounderlying", "__wbg_intounderlying"];

/// Renames the imports of `wasm` from the bindings `script`, in both, and takes out of `wasm` what only
/// uncalled exports need.
pub fn shorten(wasm: &Path, script: &Path) -> Result<()> {
    let mut config = walrus::ModuleConfig::new();
    config.generate_name_section(false);
    config.generate_producers_section(false);
    let program = fs::read(wasm).with_context(|| format!("cannot read {}", wasm.display()))?;
    let mut module = config
        .parse(&program)
        .map_err(|error| anyhow!("{error:#}"))?;
    let uncalled = module.exports.iter().filter(|export| {
        let mut prefixes = UNCALLED.iter();
        prefixes.any(|prefix| export.name.starts_with(prefix))
    });
    for export in uncalled.map(|export| export.id()).collect::<Vec<_>>() {
        module.exports.delete(export);
    }
    walrus::passes::gc::run(&mut module);
    let mut names = Vec::new();
    for import in module.imports.iter_mut() {
        if import.name.starts_with("__wb") {
            let short = format!("i{}", names.len());
            names.push(std::mem::replace(&mut import.name, short));
        }
    }
    let text = fs::read_to_string(script)?;
    fs::write(script, renamed(&text, &names))?;
    fs::write(wasm, module.emit_wasm())?;
    Ok(())
}

/// The script with `iN:` in the place of the N-th name as a key of the object of imports.
fn renamed(script: &str, names: &[String]) -> String {
    let line = |line: &str| {
        let key = line.trim_start();
        let name = names.iter().position(|name| {
            let rest = key.strip_prefix(name.as_str());
            rest.is_some_and(|rest| rest.starts_with(':'))
        });
        match name {
            Some(number) => format!("i{number}{}\n", &key[names[number].len()..]),
            None => format!("{line}\n"),
        }
    };
    script.lines().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::renamed;

    #[test]
    fn keys_are_renamed_and_calls_are_not() {
        let names = ["__wbg_a_1".to_owned(), "__wbg_ab_12".to_owned()];
        let script = "  const imports = {\n    __wbg_ab_12: function() {\n      wasm.__wbg_a_1();\n    },\n    __wbg_a_1: b,\n";
        let expected =
            "  const imports = {\ni1: function() {\n      wasm.__wbg_a_1();\n    },\ni0: b,\n";
        assert_eq!(renamed(script, &names), expected);
    }
}
