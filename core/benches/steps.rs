//! The steps of an answer, one by one: encode, solve, search, replay.
//!
//! `cargo bench -p lockstep-benches`; whole answers are measured by `lockstep bench`.

use criterion::{Criterion, criterion_group, criterion_main};
use lockstep_core::bounds::{check, pairs};
use lockstep_core::encode::Unrolling;
use lockstep_core::engine::{Finding, Limits, Unwatched, explicit};
use lockstep_core::generate::philosophers::{Table, philosophers};
use lockstep_core::generate::published::{Class, instance};
use lockstep_core::language::{Model, read};
use lockstep_core::question::{task, witness};
use lockstep_core::sat;

/// An inconsistent instance of the generator's large class, in which a gap remains.
fn large() -> Model {
    instance(&Class::ALL[2], 7, 17)
}

fn encode(criterion: &mut Criterion) {
    let model = large();
    let task = task(&model, &model.checks[0]);
    criterion.bench_function("encode/whole, k = 10", |bencher| {
        bencher.iter(|| {
            let mut unrolling = Unrolling::new(&task, &Limits::default());
            let extended = unrolling.extend_to(10, &mut Unwatched);
            extended.map(|()| unrolling)
        });
    });
    criterion.bench_function("encode/towards a value, k = 10", |bencher| {
        bencher.iter(|| Unrolling::towards(&task, 10, 15, &Limits::default(), &mut Unwatched));
    });
}

fn solve(criterion: &mut Criterion) {
    let model = large();
    let task = task(&model, &model.checks[0]);
    let unrolling = Unrolling::towards(&task, 10, 15, &Limits::default(), &mut Unwatched);
    let mut unrolling = unrolling.expect("it is within the limits");
    let demanded = unrolling.demand_value(10, 15, &mut Unwatched);
    let demanded = demanded.expect("it is within the limits");
    for backend in sat::ALL {
        criterion.bench_function(&format!("solve/{}", backend.name), |bencher| {
            bencher.iter(|| {
                let mut solver = backend.create(None);
                solver.read_formula(unrolling.formula(), &mut 0);
                solver.solve_under(&[demanded])
            });
        });
    }
}

fn search(criterion: &mut Criterion) {
    let (mut model, _) = read(&(philosophers(4, Table::LastReversed) + "check deadlock"));
    let check_of = model.checks.remove(0);
    let deadlock = task(&model, &check_of);
    let limits = Limits::default();
    criterion.bench_function("search/transactions, 4 philosophers", |bencher| {
        bencher.iter(|| explicit::solve(&deadlock, &limits, &mut Unwatched));
    });
    criterion.bench_function("search/message sets, 4 philosophers", |bencher| {
        bencher.iter(|| explicit::closure(&deadlock, &limits, &mut Unwatched));
    });
    let large = large();
    let task = task(&large, &large.checks[0]);
    criterion.bench_function("search/greedy, 2,000 states", |bencher| {
        bencher.iter(|| explicit::greedy(&task, 2_000, &mut Unwatched));
    });
    criterion.bench_function("bounds/pairs", |bencher| {
        bencher.iter(|| pairs(&task.network, &mut Unwatched));
    });
    let closed = pairs(&task.network, &mut Unwatched).expect("nobody stops it");
    criterion.bench_function("bounds/check of pairs", |bencher| {
        bencher.iter(|| check(&task.network, &closed));
    });
    criterion.bench_function("question/task with ranks", |bencher| {
        bencher.iter(|| lockstep_core::question::task(&large, &large.checks[0]));
    });
}

fn replay(criterion: &mut Criterion) {
    let model = large();
    let check = &model.checks[0];
    let task = task(&model, check);
    let found = Finding::start(&task);
    criterion.bench_function("replay/a prefix of 14 messages", |bencher| {
        bencher.iter(|| witness(&model, check, &task, &found));
    });
}

criterion_group!(benches, encode, solve, search, replay);
criterion_main!(benches);
