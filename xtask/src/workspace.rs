//! Where things are.

use std::path::{Path, PathBuf};

/// The directories of this clone.
pub struct Workspace {
    root: PathBuf,
    target: PathBuf,
}

impl Workspace {
    /// Cargo tells where this crate lies when it runs it. The place known at compile time may be
    /// another clone's: several clones can share one target directory.
    pub fn find() -> Self {
        let here = std::env::var_os("CARGO_MANIFEST_DIR")
            .map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")), PathBuf::from);
        let root = here
            .parent()
            .map_or_else(|| here.clone(), Path::to_path_buf);
        let target = std::env::var_os("CARGO_TARGET_DIR")
            .map_or_else(|| root.join("target"), |dir| root.join(dir));
        Self { root, target }
    }

    /// The clone's root.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// Cargo's build directory.
    pub fn target(&self) -> &Path {
        &self.target
    }

    /// Where the built page goes unless told otherwise.
    pub fn dist(&self) -> PathBuf {
        self.root.join("dist")
    }

    /// The page's source: the one list of what the page consists of.
    pub fn index(&self) -> PathBuf {
        self.root.join("web/index.html")
    }

    /// The script of an npm package, to be run by node.
    pub fn npm_script(&self, path: &str) -> PathBuf {
        self.root.join("node_modules").join(path)
    }
}
