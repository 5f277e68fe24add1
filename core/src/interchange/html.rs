//! A page of its own that plays a run: the diagram, the table of steps and a few lines of script.
//!
//! It asks nobody for anything, as its Content-Security-Policy says, and holds no text of the model
//! but as text. Without scripts the whole run can still be read.

use super::svg::{self, escape};
use crate::diagram::chart::Chart;
use crate::diagram::{sequence, table, text};
use crate::view::{Analysis, CheckView, Outcome};

const STYLE: &str = "\
body{margin:0 auto;padding:16px;max-width:1100px;color:#1a1e26;background:#f6f7f9;\
font:14px/1.5 \"Plex Sans\",\"IBM Plex Sans\",system-ui,\"Segoe UI\",Roboto,Arial,sans-serif}\
h1,button,th{font-weight:600}h1{font-size:18px;margin:0}p{margin:4px 0}.bar{position:sticky;top:0;z-index:1;display:flex;flex-wrap:wrap;\
gap:6px;align-items:center;padding:8px 0;background:#f6f7f9}.bar input{flex:1;min-width:120px}\
button{font:inherit;min-width:40px;height:34px;border:1px solid #858e9d;border-radius:8px;background:#fff}\
#say{flex-basis:100%;min-height:3em}.box{overflow:auto;margin:8px 0;border:1px solid #e2e5eb;\
border-radius:8px;background:#fff}svg{display:block;margin:auto}table{border-collapse:collapse;width:100%}\
th,td{padding:4px 10px;border-bottom:1px solid #e2e5eb;text-align:left;vertical-align:top}td:nth-child(2){min-width:180px}\
td.c{font-weight:600}td.c::before{content:\"● \";color:#2c5ccc}\
tr.on{background:#edf2fd;outline:2px solid #2c5ccc;outline-offset:-2px}tbody tr{cursor:pointer}\
#cursor{transition:transform .16s}@media(prefers-reduced-motion:reduce){#cursor{transition:none}}";

/// What moves a page from step to step: its rows carry the sentences, and what is seen at some steps only says which.
pub(super) const SCRIPT: &str = "\
const $=i=>document.getElementById(i),all=q=>[...document.querySelectorAll(q)],rows=all('tbody tr'),\
last=rows.length-1,called=i=>rows[i].cells[0].textContent;let at=0,timer;function go(s){at=Math.max(0,Math.min(last,s));$('at').value=at;\
$('count').textContent='step '+called(at)+' of '+parseInt(called(last));rows.forEach((r,i)=>{r.classList.toggle('on',i===at);\
i===at?r.setAttribute('aria-current','step'):r.removeAttribute('aria-current')});\
$('say').textContent=rows[at].dataset.say;const c=$('cursor');\
if(c)c.style.transform='translateY('+rows[at].dataset.y+'px)';\
all('[data-at]').forEach(m=>{const n=+m.dataset.at;m.classList.toggle('now',n===at);\
m.classList.toggle('later',n>at)});all('[data-from]').forEach(p=>{const u=p.dataset.until;\
p.style.visibility=at>=+p.dataset.from&&(u===undefined||at<=+u)?'':'hidden'})}\
function stop(){clearInterval(timer);timer=0;$('play').textContent='Play'}\
function play(){if(timer)return stop();if(at===last)go(0);$('play').textContent='Pause';\
timer=setInterval(()=>{go(at+1);if(at===last)stop()},1200)}\
const keys={Home:()=>go(0),End:()=>go(last),ArrowLeft:()=>go(at-1),ArrowRight:()=>go(at+1)};\
$('first').onclick=keys.Home;$('back').onclick=keys.ArrowLeft;$('next').onclick=keys.ArrowRight;\
$('end').onclick=keys.End;$('play').onclick=play;$('at').max=last;\
$('at').oninput=e=>{stop();go(+e.target.value)};rows.forEach((r,i)=>r.onclick=()=>{stop();go(i)});\
addEventListener('keydown',e=>{if(e.ctrlKey||e.metaKey||e.altKey||e.target.id==='at')return;\
if(e.key===' '&&e.target.tagName!=='BUTTON'){e.preventDefault();play()}else if(keys[e.key]){\
e.preventDefault();stop();keys[e.key]()}});$('bar').hidden=false;go(0)";

/// What plays the run.
pub(super) const BAR: &str = "<div class=\"bar\" id=\"bar\" hidden><button id=\"first\" aria-label=\"First step\">|◀\
                </button><button id=\"back\" aria-label=\"Back one step\">◀</button><button id=\"play\">\
                Play</button><button id=\"next\" aria-label=\"Forward one step\">▶</button><button \
                id=\"end\" aria-label=\"Last step\">▶|</button><input id=\"at\" type=\"range\" min=\"0\" \
                value=\"0\" aria-label=\"Step of the run\"><span id=\"count\"></span>\
                <p id=\"say\" aria-live=\"polite\"></p></div>\n";

/// The page.
pub(super) fn write(
    analysis: &Analysis,
    check: &CheckView,
    chart: &Chart,
    outcome: Option<&Outcome>,
) -> String {
    let mut out = head(check, outcome);
    let steps = outcome.map(|outcome| table::rows(analysis, check, chart, outcome));
    let steps = steps.unwrap_or_default();
    if !steps.is_empty() {
        out += BAR;
    }
    out += "<div class=\"box\" tabindex=\"0\" role=\"region\" aria-label=\"Sequence diagram\">";
    out += &svg::draw(chart, !steps.is_empty());
    out += "</div>\n";
    if !steps.is_empty() {
        out += "<div class=\"box\" tabindex=\"0\" role=\"region\" aria-label=\"Steps\"><table><thead><tr>\
                <th>Step</th><th>What happens</th>";
        for lifeline in 0..chart.lifelines.len() {
            out += &format!("<th>{}</th>", escape(&chart.head(lifeline)));
        }
        out += "</tr></thead><tbody>\n";
        let scene = sequence::scene(chart, svg::WIDTH);
        for (index, step) in steps.iter().enumerate() {
            let y = scene.cursor(chart, index).unwrap_or_default();
            let mut words = escape(&text::plain(&step.sentence));
            if let Some(earlier) = step.again {
                words += &format!(" (the same state as after step {earlier})");
            }
            out += &format!(
                "<tr data-y=\"{y:.1}\" data-say=\"{words}\"><td>{index}</td><td>{words}</td>"
            );
            for cell in &step.cells {
                let class = if cell.from.is_some() {
                    " class=\"c\""
                } else {
                    ""
                };
                out += &format!("<td{class}>{}</td>", escape(&cell.place));
            }
            out += "</tr>\n";
        }
        out += &format!("</tbody></table></div></main>\n<script>{SCRIPT}</script>");
    }
    out + "</body></html>\n"
}

/// The beginning of a page: what was asked, and what the answer is.
pub(super) fn head(check: &CheckView, outcome: Option<&Outcome>) -> String {
    let title = escape(&check.title);
    let said = outcome.map_or("", |outcome| outcome.sentence.as_str());
    let said = escape(&text::plain(said));
    format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; \
         style-src 'unsafe-inline'; script-src 'unsafe-inline'\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{title} · Lockstep</title><style>{STYLE}</style></head><body>\n\
         <main><h1>{title}</h1><p>{said}</p>\n"
    )
}
