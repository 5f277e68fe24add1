//! The sequence diagram as a picture of its own: the scene of the page in its light colours.
//!
//! The picture names the page's typeface and falls back to what is installed. Elements of a picture that is to play carry the steps
//! at which they are to be seen, for the script of [`super::html`].

use crate::diagram::chart::{Chart, Frame};
use crate::diagram::drawing::arrow_head;
use crate::diagram::sequence::{self, ARROW, HEADS, LINE, Scene, pill_text};
use crate::diagram::text::{self, PILL};
use crate::diagram::{Point, Rect};

/// Width that the scene is laid out for; it takes more where its contents need it.
pub(super) const WIDTH: f64 = 720.0;
/// Room above the heads, for the title.
pub(super) const TITLE: f64 = 34.0;

const STYLE: &str = "\
svg{font:13px \"Plex Sans\",\"IBM Plex Sans\",system-ui,\"Segoe UI\",Roboto,Arial,sans-serif}\
text{fill:#1a1e26;text-anchor:middle}.t{font-size:14px;font-weight:600;text-anchor:start}\
.bg{fill:#fff}.h rect,.p rect{fill:#fff;stroke:#858e9d}.l{stroke:#858e9d;stroke-dasharray:4 4}\
.n{fill:#545d6d;font-size:12px;text-anchor:end}.s{stroke:#1a1e26;stroke-width:1.5;fill:none}.a{fill:#1a1e26}\
.g{fill:#fff}.p{font-size:11.5px}.p text{fill:#545d6d}.i rect{stroke-dasharray:3 2}\
.x .l2,.x .n{fill:#646d7d;font-style:italic}.o .s{stroke:#858e9d;stroke-dasharray:5 4}\
.o .a{fill:#fff;stroke:#858e9d}.o .l2{fill:#545d6d}\
.f .s{stroke:#c22a30;stroke-width:2.25;stroke-dasharray:5 4}.f .c{stroke-dasharray:none}\
.f .a,.f .l2,.f .n{fill:#c22a30}.f .l2{font-weight:600}.r path{fill:#fdeeee;stroke:#c22a30}\
.r text{text-anchor:start}.b{font-weight:600}\
.w .s{stroke:#17754a}.w .a,.w .l2,.w .n{fill:#17754a}.r.w path{fill:#e7f5ee;stroke:#17754a}\
.now .s{stroke:#2c5ccc;stroke-width:2.5}.now .a,.now .l2,.now .n{fill:#2c5ccc}\
.now .l2{font-weight:600}.later{opacity:.45}.k{stroke:#2c5ccc}";

/// The beginning of a picture of this size: its style, its ground and its title, which has the class `t`.
pub(super) fn opened(style: &str, title: &str, (width, height): (f64, f64)) -> String {
    let size = format!("width=\"{width:.0}\" height=\"{height:.0}\"");
    let title = escape(title);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" {size} viewBox=\"0 0 {width:.0} {height:.0}\" \
         role=\"img\"><title>{title}</title><style>{style}</style><rect class=\"bg\" {size}/>\
         <text class=\"t\" x=\"12\" y=\"22\">{title}</text>"
    )
}

/// What is said below a picture that has the first `most` entries of a run only.
pub(super) fn goes_on(class: &str, (x, y): (f64, f64), most: usize) -> String {
    format!(
        "<text class=\"{class}\" style=\"text-anchor:start\" x=\"{x:.0}\" y=\"{y:.1}\">\
         The run goes on: the first {most} entries are drawn.</text>"
    )
}

/// The diagram after the last step.
pub(super) fn write(chart: &Chart) -> String {
    draw(chart, false)
}

/// The diagram; with `playing`, all that is to be seen at some step, and the cursor.
pub(super) fn draw(chart: &Chart, playing: bool) -> String {
    let scene = sequence::scene(chart, WIDTH);
    let (width, height) = (scene.width, scene.height + HEADS + TITLE);
    let tag = match chart.frame {
        Frame::Desired => "sd",
        Frame::Forbidden => "neg",
        Frame::Run => "run",
    };
    let title = format!("{tag}  {}", chart.title);
    let mut out = opened(STYLE, &title, (width, height));
    out += &format!("<g transform=\"translate(0 {TITLE})\">\n");
    for (rect, head) in &scene.heads {
        out += "<g class=\"h\">";
        boxed(&mut out, *rect, 3.0, head, 4.5);
        out += "</g>\n";
    }
    out += &format!("</g><g transform=\"translate(0 {})\">\n", TITLE + HEADS);
    for x in &scene.columns {
        out += &format!("<path class=\"l\" d=\"M{x:.1} 0V{:.1}\"/>\n", scene.height);
    }
    if playing {
        out += &format!("<path id=\"cursor\" class=\"k\" d=\"M14 0H{width:.0}\"/>\n");
    }
    for index in 0..chart.bands.len() {
        places(&mut out, chart, &scene, index, playing);
        message(&mut out, chart, &scene, index);
    }
    remark(&mut out, chart, &scene);
    out + "</g></svg>\n"
}

/// The places along the lifelines in one band.
fn places(out: &mut String, chart: &Chart, scene: &Scene, band: usize, playing: bool) {
    let Some(steps) = chart.bands.get(band).map(|band| band.steps.clone()) else {
        return;
    };
    for lifeline in 0..chart.lifelines.len() {
        let Some(room) = scene.pill(band, lifeline) else {
            continue;
        };
        let first = if playing {
            steps.start
        } else {
            steps.end.saturating_sub(1)
        };
        let mut from = first;
        while from < steps.end {
            let place = chart.place(band, lifeline, from);
            let mut to = from;
            while to + 1 < steps.end && chart.place(band, lifeline, to + 1) == place {
                to += 1;
            }
            if let Some(place) = place {
                let inside = matches!(place, crate::view::PlaceView::Transition(_));
                let class = if inside { "p i" } else { "p" };
                out.push_str(&format!("<g class=\"{class}\""));
                if playing {
                    out.push_str(&format!(" data-from=\"{from}\""));
                }
                if playing && to + 1 < steps.end {
                    out.push_str(&format!(" data-until=\"{to}\""));
                }
                out.push('>');
                let words = pill_text(&chart.place_words(lifeline, place));
                let width = (text::width(&words, PILL) + 16.0).min(room.width);
                let rect = Rect::around(room.centre(), width, room.height);
                boxed(out, rect, rect.height / 2.0, &words, 4.0);
                out.push_str("</g>\n");
            }
            from = to + 1;
        }
    }
}

/// A message, if there is one below this band.
fn message(out: &mut String, chart: &Chart, scene: &Scene, index: usize) {
    let (Some(row), Some(placed)) = (chart.rows.get(index), scene.rows.get(index)) else {
        return;
    };
    let stop = chart.stop.as_ref().filter(|stop| stop.row == index);
    let mut class = match (stop, row.step) {
        (Some(stop), _) if stop.wanted => "f w",
        (Some(_), _) => "f",
        (None, None) => "o",
        _ => "m",
    };
    if row.number.is_none() {
        class = "x";
    }
    out.push_str(&format!("<g class=\"{class}\""));
    if let Some(step) = row.step {
        out.push_str(&format!(" data-at=\"{step}\""));
    }
    let number = row.number.map_or("·".to_owned(), |it| it.to_string());
    let (from, to, ground) = (placed.from, placed.to, placed.label);
    let direction = (to.x - from.x).signum();
    let tip = Point {
        x: to.x - direction,
        y: to.y,
    };
    out.push_str(&format!(
        "><text class=\"n\" x=\"36\" y=\"{:.1}\">{number}</text>\
         <path class=\"s\" d=\"M{:.1} {:.1}H{:.1}\"/><path class=\"a\" d=\"{}\"/>\
         <rect class=\"g\" x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\"/>\
         <text class=\"l2\" x=\"{:.1}\" y=\"{:.1}\">{}</text>",
        ground.y + 13.0,
        from.x,
        from.y,
        to.x - direction * (ARROW - 1.0),
        arrow_head(&[from, tip], ARROW),
        ground.x,
        ground.y,
        ground.width,
        ground.height,
        ground.centre().x,
        ground.y + 13.0,
        escape(&placed.text),
    ));
    if stop.is_some() {
        let (x, y) = (to.x - direction * 22.0 - 5.0, to.y - 5.0);
        out.push_str(&format!(
            "<path class=\"s c\" d=\"M{x:.1} {y:.1}l10 10m-10 0l10 -10\"/>"
        ));
    }
    out.push_str("</g>\n");
}

/// The remark at the message that stops.
fn remark(out: &mut String, chart: &Chart, scene: &Scene) {
    let Some(note) = &scene.note else { return };
    let wanted = chart.stop.as_ref().is_some_and(|stop| stop.wanted);
    let class = if wanted { "r w" } else { "r" };
    let rect = note.rect;
    let beak = note.tip.x.clamp(rect.x + 16.0, rect.right() - 16.0);
    out.push_str(&format!(
        "<g class=\"{class}\"><path d=\"M{:.1} {:.1}H{:.1}l6 -6l6 6H{:.1}v{:.1}H{:.1}Z\"/>",
        rect.x,
        rect.y,
        beak - 6.0,
        rect.right(),
        rect.height,
        rect.x
    ));
    let mut y = rect.y + 2.0;
    for line in &note.lines {
        y += LINE;
        let words = escape(&text::plain(line));
        // In whatever font there is, a line keeps to its box.
        let length = text::width(&text::plain(line), text::NOTE);
        out.push_str(&format!(
            "<text x=\"{:.1}\" y=\"{y:.1}\" textLength=\"{length:.0}\">{words}</text>",
            rect.x + 14.0
        ));
    }
    out.push_str("</g>\n");
}

/// A rectangle with a text in its middle.
fn boxed(out: &mut String, rect: Rect, round: f64, words: &str, drop: f64) {
    let centre = rect.centre();
    out.push_str(&format!(
        "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\" rx=\"{round:.1}\"/>\
         <text x=\"{:.1}\" y=\"{:.1}\">{}</text>",
        rect.x,
        rect.y,
        rect.width,
        rect.height,
        centre.x,
        centre.y + drop,
        escape(words)
    ));
}

/// A text inside XML or HTML, also inside a quoted attribute. Characters that XML does not know
/// become the replacement character.
pub(super) fn escape(words: &str) -> String {
    let mut out = String::new();
    for letter in words.chars() {
        match letter {
            '&' => out += "&amp;",
            '<' => out += "&lt;",
            '>' => out += "&gt;",
            '"' => out += "&quot;",
            '\'' => out += "&#39;",
            letter if letter < ' ' || letter == '\u{fffe}' || letter == '\u{ffff}' => {
                out.push('\u{fffd}');
            }
            letter => out.push(letter),
        }
    }
    out
}
