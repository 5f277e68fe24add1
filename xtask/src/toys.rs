//! The kind of model that only tests have must not be in what is shipped.

use std::fs;
use std::path::Path;

use anyhow::{Result, bail};

/// Its title, as it stands in the program.
const TOY: &[u8] = b"Petri nets";

/// Makes sure that a built page does not have it.
///
/// # Errors
/// Names the file that has it.
pub fn absent(page: &Path) -> Result<()> {
    for entry in fs::read_dir(page.join("assets"))? {
        let path = entry?.path();
        let bytes = fs::read(&path)?;
        if bytes.windows(TOY.len()).any(|it| it == TOY) {
            bail!(
                "{} has a kind of model that only tests have",
                path.display()
            );
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_that_has_it_is_refused() {
        let page = std::env::temp_dir().join(format!("lockstep-toys-{}", std::process::id()));
        let assets = page.join("assets");
        fs::create_dir_all(&assets).unwrap();
        fs::write(assets.join("page.wasm"), b"communicating machines").unwrap();
        assert!(absent(&page).is_ok());
        fs::write(assets.join("part.wasm"), b"\0\0Petri nets\0").unwrap();
        let why = absent(&page).unwrap_err().to_string();
        assert!(why.contains("part.wasm"), "{why}");
        fs::remove_dir_all(&page).unwrap();
    }
}
