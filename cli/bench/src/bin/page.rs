//! The measurements as a module for the browser: `measure(name, options)` runs one and returns its
//! report as JSON. Natively this program does nothing; `lockstep bench` is the command for that.

fn main() {}

#[cfg(target_arch = "wasm32")]
mod page {
    use lockstep_bench::{Setting, named};
    use lockstep_core::sat;
    use wasm_bindgen::prelude::wasm_bindgen;

    #[wasm_bindgen]
    extern "C" {
        #[wasm_bindgen(js_namespace = performance, js_name = now)]
        fn now() -> f64;
    }

    /// Runs a measurement; an error is what went wrong, in words.
    ///
    /// # Errors
    /// Where there is no such measurement, class or solver, and where two engines disagree.
    #[wasm_bindgen]
    pub fn measure(
        name: &str,
        class: &str,
        count: u32,
        seed: u32,
        solver: &str,
        printed: bool,
        each: bool,
    ) -> Result<String, String> {
        let measurement = named(name).ok_or_else(|| format!("there is no measurement `{name}`"))?;
        let mut setting = Setting::new(&now);
        setting.class = (!class.is_empty()).then(|| class.to_string());
        setting.count = count.into();
        setting.seed = seed.into();
        setting.printed = printed;
        setting.each = each;
        if !solver.is_empty() {
            let found = sat::named(solver);
            setting.solver = Some(found.ok_or_else(|| format!("there is no solver `{solver}`"))?);
        }
        let report = (measurement.run)(&setting).map_err(|error| error.0)?;
        Ok(report.json())
    }
}
