//! Slice arguments: a template a key set, one typed and packed column a key.
//!
//! Real traces hold a handful of key sets for millions of slices, so the keys are stored once and the
//! values in columns as narrow as they allow. Nothing is parsed twice and no string is held per event.

use crate::block::{BlockReader, BlockWriter};
use crate::error::Result;
use crate::ids::NameId;
use serde::{Deserialize, Serialize};

/// What the values of a column are. A key whose values differ in kind gives two templates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ArgKind {
    /// Whole number within `i64`.
    Int,
    /// Any other number, as `f64` bits.
    Float,
    /// Text, as a [`NameId`].
    Text,
    /// Nested or special value (`{…}`, `[…]`, `true`, `null`), as the [`NameId`] of its JSON text.
    Json,
}

/// One argument value of one slice.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ArgValue {
    /// See [`ArgKind::Int`].
    Int(i64),
    /// See [`ArgKind::Float`].
    Float(f64),
    /// See [`ArgKind::Text`].
    Text(NameId),
    /// See [`ArgKind::Json`].
    Json(NameId),
}

/// Whole numbers in the narrowest of 0, 1, 2, 4 or 8 bytes each, as offsets from the smallest.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PackedInts {
    base: i64,
    width: usize,
    bytes: Vec<u8>,
}

impl PackedInts {
    /// Packs `values`.
    pub fn pack(values: &[i64]) -> PackedInts {
        let base = values.iter().copied().min().unwrap_or(0);
        let widest = values.iter().map(|value| value.wrapping_sub(base) as u64).max().unwrap_or(0);
        let width = match widest {
            0 => 0,
            1..=0xFF => 1,
            0x100..=0xFFFF => 2,
            0x1_0000..=0xFFFF_FFFF => 4,
            _ => 8,
        };
        let bytes = match width {
            0 => Vec::new(),
            1 => narrowed::<1>(values, base),
            2 => narrowed::<2>(values, base),
            4 => narrowed::<4>(values, base),
            _ => narrowed::<8>(values, base),
        };
        PackedInts { base, width, bytes }
    }

    /// Appends its values, of which there are so many, to `values`.
    pub(crate) fn unpack(&self, rows: usize, values: &mut Vec<i64>) {
        match self.width {
            0 => values.resize(values.len() + rows, self.base),
            1 => widen::<1>(&self.bytes, self.base, values),
            2 => widen::<2>(&self.bytes, self.base, values),
            4 => widen::<4>(&self.bytes, self.base, values),
            _ => widen::<8>(&self.bytes, self.base, values),
        }
    }

    /// Value `row`; the smallest value where the row does not exist.
    pub fn get(&self, row: usize) -> i64 {
        let mut wide = [0; 8];
        if let Some(bytes) = self.bytes.get(row * self.width..(row + 1) * self.width) {
            wide[..self.width].copy_from_slice(bytes);
        }
        self.base.wrapping_add(i64::from_le_bytes(wide))
    }

    /// Bytes held.
    pub fn memory(&self) -> usize {
        self.bytes.capacity()
    }
}

/// The lowest `WIDTH` bytes of each value less `base`.
fn narrowed<const WIDTH: usize>(values: &[i64], base: i64) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(values.len() * WIDTH);
    for value in values {
        bytes.extend_from_slice(&value.wrapping_sub(base).to_le_bytes()[..WIDTH]);
    }
    bytes
}

/// What [`narrowed`] narrowed, behind `values`.
fn widen<const WIDTH: usize>(bytes: &[u8], base: i64, values: &mut Vec<i64>) {
    values.extend(bytes.as_chunks::<WIDTH>().0.iter().map(|narrow| {
        let mut wide = [0; 8];
        wide[..WIDTH].copy_from_slice(narrow);
        base.wrapping_add(i64::from_le_bytes(wide))
    }));
}

/// One key set with its columns.
#[derive(Clone, Debug, PartialEq)]
pub struct ArgTemplate {
    /// Keys in file order.
    pub keys: Vec<NameId>,
    /// Kind of each key's values.
    pub kinds: Vec<ArgKind>,
    /// Packed values of each key, one a row.
    pub columns: Vec<PackedInts>,
    /// Number of rows.
    pub rows: u32,
}

impl ArgTemplate {
    /// Place of `key`, the first if it is repeated.
    pub fn position(&self, key: NameId) -> Option<usize> {
        self.keys.iter().position(|own| *own == key)
    }

    /// Value at `position` of row `row`.
    pub fn value(&self, position: usize, row: usize) -> ArgValue {
        let raw = self.columns[position].get(row);
        match self.kinds[position] {
            ArgKind::Int => ArgValue::Int(raw),
            ArgKind::Float => ArgValue::Float(f64::from_bits(raw as u64)),
            ArgKind::Text => ArgValue::Text(NameId(raw as u32)),
            ArgKind::Json => ArgValue::Json(NameId(raw as u32)),
        }
    }
}

/// Arguments of all slices of a trace.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Args {
    /// Key sets in order of first use.
    pub templates: Vec<ArgTemplate>,
}

impl Args {
    /// Template number of a slice without arguments.
    pub const NONE: u16 = u16::MAX;

    /// Bytes held by the columns.
    pub fn memory(&self) -> usize {
        self.templates.iter().flat_map(|template| &template.columns).map(PackedInts::memory).sum()
    }

    pub(crate) fn write(&self, block: &mut BlockWriter) {
        let heads: Vec<_> = self
            .templates
            .iter()
            .map(|t| {
                let packing: Vec<_> = t.columns.iter().map(|c| (c.base, c.width)).collect();
                (&t.keys, &t.kinds, packing, t.rows)
            })
            .collect();
        block.json(&heads);
        for column in self.templates.iter().flat_map(|template| &template.columns) {
            block.column(&column.bytes);
        }
    }

    pub(crate) fn read(block: &mut BlockReader) -> Result<Args> {
        type Head = (Vec<NameId>, Vec<ArgKind>, Vec<(i64, usize)>, u32);
        let heads: Vec<Head> = block.json()?;
        let mut templates = Vec::new();
        for (keys, kinds, packing, rows) in heads {
            let mut columns = Vec::new();
            for (base, width) in packing {
                let bytes: Vec<u8> = block.column()?;
                if width > 8 || bytes.len() != width * rows as usize {
                    return Err(block.broken("an argument column has another length"));
                }
                columns.push(PackedInts { base, width, bytes });
            }
            if keys.len() != columns.len() || kinds.len() != columns.len() {
                return Err(block.broken("an argument template lacks columns"));
            }
            templates.push(ArgTemplate { keys, kinds, columns, rows });
        }
        Ok(Args { templates })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packing_keeps_every_value() {
        let cases: [&[i64]; 6] = [
            &[],
            &[7, 7, 7],
            &[-1, 254],
            &[1 << 40, (1 << 40) + 65_535],
            &[0, 0xFFFF_FFFF],
            &[i64::MIN, 0, i64::MAX],
        ];
        for (values, width) in cases.into_iter().zip([0, 0, 1, 2, 4, 8]) {
            let packed = PackedInts::pack(values);
            assert_eq!(packed.width, width);
            let back: Vec<_> = (0..values.len()).map(|row| packed.get(row)).collect();
            assert_eq!(back, values);
            let mut twice = back;
            packed.unpack(values.len(), &mut twice);
            assert_eq!(twice, [values, values].concat());
        }
    }
}
