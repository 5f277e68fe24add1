//! The class models that are measured, with the answers that they must have: a switch, a processor and traffic lights.

/// A question with the answer that it must have.
pub(super) struct Question {
    pub model: String,
    pub text: String,
    /// Whether visits alone answer it in reasonable time.
    pub is_small: bool,
    /// The calls after which something is found.
    pub depth: Option<u32>,
}

/// Clients that are connected one by one, each transfer counting one further than the last; the switch can be shut down after 4Q + 3
/// calls. The count is the receiver's, or the switch's.
fn switch(clients: usize, most: u32, is_counting: bool, question: &str) -> String {
    let names: Vec<_> = (1..=clients).map(|it| format!("c{it}")).collect();
    let names = names.join(", ");
    let (own, switch, counts, full) = match is_counting {
        true => (
            "asking : Boolean = false".to_owned(),
            format!("\n  count : 0..{most} = 0"),
            "count = count@pre + 1",
            format!("count = {most}"),
        ),
        false => (
            format!("data : 0..{most} = 0"),
            String::new(),
            "receiver@pre.data = sender@pre.data@pre + 1",
            format!("sender.data = {most}"),
        ),
    };
    format!(
        "class Client {{
  {own}
  request()
    pre:  not switch.down and not switch.busy
    pre:  switch.receiver->isEmpty() and switch.sender <> self
    post: switch.sender = (if switch.sender@pre->isEmpty() then self else switch.sender@pre endif)
    post: switch.receiver = (if switch.sender@pre->isEmpty() then null else self endif)
}}
class Switch {{
  busy, down : Boolean = false{switch}
  transfer()
    pre:  receiver->notEmpty() and not busy and not down
    post: {counts} and busy
  release()
    pre:  busy
    post: not busy and sender = null and receiver = null
  shutdown()
    pre:  receiver->notEmpty() and not busy and not down and {full}
    post: down
}}
association Host {{ Switch[1] role switch; Client[*] role clients }}
association Sending {{ Switch[0..1] role sends; Client[0..1] role sender }}
association Receiving {{ Switch[0..1] role receives; Client[0..1] role receiver }}
system {{
  s : Switch {{ clients = {{ {names} }}, sender = null, receiver = null }}
  {names} : Client
  final s.down
}}
check {question}
"
    )
}

/// A processor with eight registers; each instruction but a comparison advances its counter.
fn processor(question: &str) -> String {
    format!(
        "class Processor {{
  pc : 0..127 = 0
  increment()
    post: unit.accumulator.value = unit.accumulator.value@pre + 1
    post: pc = pc@pre + 1 and flags.zero = false
  decrement()
    pre:  unit.accumulator.value > 0
    post: unit.accumulator.value = unit.accumulator.value@pre - 1
    post: pc = pc@pre + 1 and flags.zero = false
  store(r : Register)
    pre:  r <> unit.accumulator
    post: r.value = unit.accumulator.value@pre and pc = pc@pre + 1 and flags.zero = false
  load(r : Register)
    pre:  r <> unit.accumulator
    post: unit.accumulator.value = r.value@pre and pc = pc@pre + 1 and flags.zero = false
  write()
    post: memory.cell = unit.accumulator.value@pre and pc = pc@pre + 1 and flags.zero = false
  compare()
    post: flags.zero = (unit.accumulator.value@pre = 0)
}}
class Unit {{ }}
class Register {{ value : 0..7 = 0 }}
class Flags {{ zero : Boolean = false }}
class Memory {{ cell : 0..7 = 0 }}
class Bus {{ idle : Boolean = true }}
association Computes {{ Processor[1] role processor; Unit[1] role unit }}
association Accumulates {{ Unit[0..1] role user; Register[1] role accumulator }}
association Says {{ Processor[1] role speaker; Flags[1] role flags }}
association Stores {{ Processor[1] role writer; Memory[1] role memory }}
system {{
  cpu : Processor {{ unit = alu, flags = f, memory = ram }}
  alu : Unit {{ accumulator = r1 }}
  f : Flags
  ram : Memory
  bus : Bus
  r[8] : Register
}}
check {question}
"
    )
}

/// The crossings of the model finder of the University of Bremen.
fn traffic(crossings: usize, question: &str) -> String {
    let mut objects = String::new();
    for it in 1..=crossings {
        let direction = ["NorthSouth", "WestEast"][(it + 1) % 2];
        objects += &format!(
            "  t{it} : TrafficLight {{ direction = #{direction}, pedestrianLight = p{it}, carLight = c{it} }}
  p{it} : PedestrianLight {{ redLight = true, greenLight = false }}
  c{it} : CarLight {{ redLight = true, yellowLight = false, greenLight = false }}
"
        );
    }
    let model = include_str!("../../../../static/examples/classes/traffic-control.lks");
    let classes = model.split("system {").next().unwrap_or_default();
    format!("{classes}system {{\n{objects}}}\ncheck {question}\n")
}

/// All questions.
pub(super) fn questions() -> Vec<Question> {
    let question = |model: &str, text, is_small, depth| Question {
        model: model.to_owned(),
        text,
        is_small,
        depth,
    };
    let mut all = Vec::new();
    for (clients, most) in [(24, 5), (8, 25)] {
        let depth = 4 * most + 3;
        for (within, found) in [(depth - 1, None), (depth, Some(depth))] {
            let ask = format!("reach Switch.shutdown() within {within}");
            let name = format!("counting switch, {} objects, within {within}", clients + 1);
            let text = switch(clients, most, true, &ask);
            all.push(question(&name, text, true, found));
        }
    }
    for (clients, most) in [(24, 5), (8, 10), (8, 25)] {
        let depth = 4 * most + 3;
        for (within, found) in [(depth - 1, None), (depth, Some(depth))] {
            let ask = format!("reach Switch.shutdown() within {within}");
            let name = format!("switch, {} objects, within {within}", clients + 1);
            let text = switch(clients, most, false, &ask);
            all.push(question(&name, text, false, found));
        }
    }
    let text = processor("reach cpu.pc = 100 within 100");
    all.push(question(
        "processor, 13 objects, pc = 100",
        text,
        false,
        Some(100),
    ));
    let text = processor("reach cpu.pc = 100 and f.zero within 100");
    all.push(question(
        "processor, 13 objects, and zero",
        text,
        false,
        None,
    ));
    let text = traffic(8, "reach CarLight.switchYellowToRed()");
    all.push(question(
        "traffic, 24 objects, yellow to red",
        text,
        false,
        Some(4),
    ));
    let text = traffic(3, "reach p1.greenLight and c1.greenLight");
    all.push(question("traffic, 9 objects, both green", text, true, None));
    for crossings in 4..=6 {
        let green: Vec<_> = (1..=crossings)
            .map(|it| format!("c{it}.greenLight"))
            .collect();
        let text = traffic(crossings, &format!("reach {}", green.join(" and ")));
        let depth = u32::try_from(2 * crossings).ok();
        let name = format!("traffic, {} objects, all cars green", 3 * crossings);
        all.push(question(&name, text, crossings < 5, depth));
    }
    all
}

#[cfg(test)]
mod tests {
    use lockstep_core::api::Kinds;

    use super::*;

    #[test]
    fn every_model_is_read_without_errors() {
        for it in questions() {
            let findings = Kinds::whole().analyse(&it.text).diagnostics;
            assert!(
                findings.iter().all(|it| !it.error),
                "{}: {findings:?}\n{}",
                it.model,
                it.text
            );
        }
    }
}
