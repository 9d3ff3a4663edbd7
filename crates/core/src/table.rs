//! One macro for every struct-of-arrays table, so that growing, joining, reordering and writing a
//! table to a block are defined once.

/// Declares a table: a struct of equally long columns of plain data, and its row type.
macro_rules! table {
    (
        $(#[$doc:meta])*
        pub struct $table:ident of $row:ident {
            $($(#[$column_doc:meta])* $column:ident: $kind:ty,)*
        }
    ) => {
        $(#[$doc])*
        #[derive(Clone, Debug, Default, PartialEq)]
        #[allow(unreachable_pub, reason = "tables are as public as the module that declares them")]
        pub struct $table {
            $($(#[$column_doc])* pub $column: Vec<$kind>,)*
        }

        #[doc = concat!("One row of [`", stringify!($table), "`].")]
        #[derive(Clone, Copy, Debug, PartialEq)]
        #[allow(unreachable_pub, reason = "tables are as public as the module that declares them")]
        pub struct $row {
            $($(#[$column_doc])* pub $column: $kind,)*
        }

        #[allow(dead_code, unreachable_pub, reason = "every table has the same operations")]
        impl $table {
            /// Adds a row.
            pub fn push(&mut self, row: $row) {
                $(self.$column.push(row.$column);)*
            }

            /// Row `index`.
            ///
            /// # Panics
            /// When `index` is not below [`Self::len`].
            pub fn row(&self, index: usize) -> $row {
                $row { $($column: self.$column[index],)* }
            }

            /// Number of rows.
            pub fn len(&self) -> usize {
                [$(self.$column.len()),*][0]
            }

            /// Whether there are no rows.
            pub fn is_empty(&self) -> bool {
                self.len() == 0
            }

            /// Moves the rows of `others` to the end, one column at a time so that only one is held twice.
            pub(crate) fn append(&mut self, mut others: Vec<$table>) {
                $(
                    let rows = others.iter().map(|other| other.$column.len()).sum();
                    self.$column.reserve_exact(rows);
                    for other in &mut others {
                        self.$column.append(&mut std::mem::take(&mut other.$column));
                    }
                )*
            }

            /// Puts row `order[i]` at place `i`, one column at a time so that only one is held twice.
            pub(crate) fn reorder(&mut self, order: &[u32]) {
                $(self.$column = order.iter().map(|&from| self.$column[from as usize]).collect();)*
            }

            /// Makes room for so many rows more, and no others.
            pub(crate) fn reserve_exact(&mut self, rows: usize) {
                $(self.$column.reserve_exact(rows);)*
            }

            /// Bytes held.
            pub fn memory(&self) -> usize {
                0 $(+ self.$column.capacity() * size_of::<$kind>())*
            }

            pub(crate) fn write(&self, block: &mut $crate::block::BlockWriter) {
                $(block.column(&self.$column);)*
            }

            pub(crate) fn read(block: &mut $crate::block::BlockReader) -> $crate::error::Result<$table> {
                let mut table = $table::default();
                $(block.column_into(&mut table.$column)?;)*
                let lengths = [$(table.$column.len()),*];
                if lengths.iter().any(|length| *length != lengths[0]) {
                    return Err(block.broken(concat!(stringify!($table), ": columns of different lengths")));
                }
                Ok(table)
            }
        }
    };
}

pub(crate) use table;
