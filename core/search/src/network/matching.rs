//! Whether effects can be handed out: is there a receiver of its own for each?
//!
//! A matching between effects and receivers, grown by augmenting paths (Kuhn 1955): effects² · receivers
//! steps, where going through the ways of handing out would take up to receivers! / (receivers - effects)!

/// Whether every effect can have a receiver of its own, given for each who can take it, as bits.
#[must_use]
pub fn have_receivers(takers: &[u64]) -> bool {
    // The effect that each component takes, counted from 1.
    let mut taken = [0_u8; 64];
    takers.len() <= taken.len()
        && (0..takers.len()).all(|effect| {
            let mut asked = 0;
            find_receiver(effect, takers, &mut taken, &mut asked)
        })
}

/// Finds a receiver for an effect; who has taken another one may have to pass that on.
fn find_receiver(effect: usize, takers: &[u64], taken: &mut [u8; 64], asked: &mut u64) -> bool {
    loop {
        let open = takers[effect] & !*asked;
        if open == 0 {
            return false;
        }
        let receiver = open.trailing_zeros() as usize;
        *asked |= 1 << receiver;
        let passes_on = match taken[receiver] {
            0 => true,
            other => find_receiver(usize::from(other) - 1, takers, taken, asked),
        };
        if passes_on {
            // There are at most 64 effects.
            taken[receiver] = effect as u8 + 1;
            return true;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lockstep_core::generate::Random;

    /// By going through all ways.
    fn by_trying(takers: &[u64], free: u64) -> bool {
        let Some((&first, rest)) = takers.split_first() else {
            return true;
        };
        (0..64).any(|it| first & free & 1 << it != 0 && by_trying(rest, free & !(1 << it)))
    }

    #[test]
    fn a_matching_is_found_exactly_where_there_is_one() {
        let (mut found, mut missing) = (0, 0);
        for seed in 0..3_000 {
            let mut random = Random::new(seed);
            let receivers = random.between(1, 6);
            let takers: Vec<u64> = (0..random.between(0, 6))
                .map(|_| random.between(0, (1 << receivers) - 1) as u64)
                .collect();
            let expected = by_trying(&takers, u64::MAX);
            assert_eq!(have_receivers(&takers), expected, "{takers:?}");
            *(if expected { &mut found } else { &mut missing }) += 1;
        }
        assert!(found > 500 && missing > 500, "{found} {missing}");
        assert!(!have_receivers(&[u64::MAX; 65]));
        assert!(have_receivers(&[u64::MAX; 64]));
    }
}
