//! A number of a schema or a value, compared by its mathematical value.

use std::cmp::Ordering;
use std::fmt;

use serde_json::Value;

/// A number without the difference between `30` and `30.0`.
#[derive(Clone, Copy, Debug)]
pub enum Number {
    /// An integer.
    Int(i128),
    /// Any other number.
    Float(f64),
}

/// Every `f64` whose size is below this bound converts to `i128` without saturating.
const INTEGRAL_LIMIT: f64 = 1e38;

impl Number {
    /// The number that JSON text stands for: a float without a fraction is an integer.
    pub(super) fn of(number: &serde_json::Number) -> Self {
        if let Some(int) = number.as_i64() {
            return Self::Int(int.into());
        }
        if let Some(int) = number.as_u64() {
            return Self::Int(int.into());
        }
        Self::Float(number.as_f64().unwrap_or(f64::INFINITY)).normal()
    }

    pub(super) fn to_json(self) -> Value {
        match self {
            Self::Int(int) => i64::try_from(int)
                .map(Value::from)
                .or_else(|_| u64::try_from(int).map(Value::from))
                .unwrap_or_else(|_| Value::from(int as f64)),
            Self::Float(float) => Value::from(float),
        }
    }

    pub(super) fn compare(self, other: Self) -> Ordering {
        match (self.normal(), other.normal()) {
            (Self::Int(a), Self::Int(b)) => a.cmp(&b),
            (Self::Float(a), Self::Float(b)) => a.partial_cmp(&b).unwrap_or(Ordering::Equal),
            (Self::Int(a), Self::Float(b)) => compare_mixed(a, b),
            (Self::Float(a), Self::Int(b)) => compare_mixed(b, a).reverse(),
        }
    }

    pub(super) fn is_integer(self) -> bool {
        matches!(self.normal(), Self::Int(_))
    }

    pub(super) fn is_multiple_of(self, step: Self) -> bool {
        match (self.normal(), step.normal()) {
            (Self::Int(a), Self::Int(b)) => b != 0 && a % b == 0,
            (a, b) => {
                // Decimal steps such as 0.1 have no exact binary form, so a tiny rest is no rest.
                let quotient = a.to_f64() / b.to_f64();
                (quotient - quotient.round()).abs() < 1e-9
            }
        }
    }

    fn to_f64(self) -> f64 {
        match self {
            Self::Int(int) => int as f64,
            Self::Float(float) => float,
        }
    }

    fn normal(self) -> Self {
        match self {
            Self::Float(float) if float.fract() == 0.0 && float.abs() < INTEGRAL_LIMIT => {
                Self::Int(float as i128)
            }
            other => other,
        }
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.normal() {
            Self::Int(int) => int.fmt(f),
            Self::Float(float) => Value::from(float).fmt(f),
        }
    }
}

/// `float` is not integral or lies beyond the range of the integers.
fn compare_mixed(int: i128, float: f64) -> Ordering {
    if float.abs() >= INTEGRAL_LIMIT {
        return 0.0.partial_cmp(&float).unwrap_or(Ordering::Equal);
    }
    // The two are never equal: the float has a fraction, and its floor is below it.
    if int <= float.floor() as i128 { Ordering::Less } else { Ordering::Greater }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn compares_by_value_and_without_rounding() {
        let big = (1_i128 << 53) + 1;
        assert_eq!(Number::Int(30).compare(Number::Float(30.0)), Ordering::Equal);
        assert_eq!(Number::Int(big).compare(Number::Float(9_007_199_254_740_992.0)), Ordering::Greater);
        assert_eq!(Number::Int(-1).compare(Number::Float(-0.5)), Ordering::Less);
        assert_eq!(Number::Float(-0.5).compare(Number::Int(0)), Ordering::Less);
        assert_eq!(Number::Float(0.5).compare(Number::Int(0)), Ordering::Greater);
        assert_eq!(Number::Int(i128::MAX).compare(Number::Float(1e300)), Ordering::Less);
        assert_eq!(Number::Int(0).compare(Number::Float(f64::NEG_INFINITY)), Ordering::Greater);
    }

    #[test]
    fn multiples() {
        assert!(Number::Int(9).is_multiple_of(Number::Int(3)));
        assert!(!Number::Int(10).is_multiple_of(Number::Int(3)));
        assert!(Number::Float(0.3).is_multiple_of(Number::Float(0.1)));
        assert!(!Number::Float(0.35).is_multiple_of(Number::Float(0.1)));
    }

    #[test]
    fn renders_as_json() {
        assert_eq!(Number::Int(u64::MAX.into()).to_json(), Value::from(u64::MAX));
        assert_eq!(Number::Int(-5).to_json(), Value::from(-5));
        assert_eq!(Number::Float(30.0).to_string(), "30");
        assert_eq!(Number::Float(0.5).to_string(), "0.5");
    }
}
