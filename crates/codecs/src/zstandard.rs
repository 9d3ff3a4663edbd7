//! Zstandard, by `ruzstd`.

use crate::packed::Packed;
use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};
use std::io::{self, Read};
use stepscope_core::archive::Broken;

/// An empty last block, and a checksum: a decoder that gets it behind damage hands out what it has kept, since bytes
/// may have been said again.
const END: [u8; 7] = [1, 0, 0, 0, 0, 0, 0];

/// Unpacks a Zstandard file of one or more frames, and checks each.
pub(crate) struct Unzstd {
    packed: Packed,
    decoder: FrameDecoder,
    place: Place,
}

/// Where in a file.
enum Place {
    /// Before a frame.
    Between,
    Frame,
    /// Behind what can be unpacked; why it broke off, once that is said.
    Broken(Option<io::Error>),
}

impl Unzstd {
    pub(crate) fn new(packed: Packed) -> Unzstd {
        let mut decoder = FrameDecoder::new();
        decoder.set_max_window_size(Broken::WINDOW);
        Unzstd { packed, decoder, place: Place::Between }
    }

    /// Begins the next frame; `false` at the end of the file.
    fn begin(&mut self) -> io::Result<bool> {
        while !self.packed.fill()?.is_empty() {
            let broken = match self.decoder.reset(&mut self.packed) {
                Ok(()) => return Ok(true),
                Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::SkipFrame {
                    length,
                    ..
                })) => {
                    let length = u64::from(length);
                    let mut skipped = (&mut self.packed).take(length);
                    if io::copy(&mut skipped, &mut io::sink())? == length {
                        continue;
                    }
                    Broken::Cut
                }
                Err(FrameDecoderError::ReadFrameHeaderError(
                    ReadFrameHeaderError::BadMagicNumber(_),
                )) => Broken::Followed,
                Err(FrameDecoderError::WindowSizeTooBig { .. }) => Broken::Window,
                Err(FrameDecoderError::DictNotProvided { .. }) => Broken::Dictionary,
                Err(_) => Broken::Damaged,
            };
            return Err(self.packed.failure(broken));
        }
        Ok(false)
    }

    /// Unpacks until there is something to hand out, or the frame has ended.
    fn advance(&mut self) -> io::Result<()> {
        while self.decoder.can_collect() == 0 && !self.decoder.is_finished() {
            let one = BlockDecodingStrategy::UptoBlocks(1);
            if self.decoder.decode_blocks(&mut self.packed, one).is_err() {
                return Err(self.packed.failure(Broken::Damaged));
            }
        }
        Ok(())
    }

    /// Ends a frame of which everything was handed out.
    fn end(&mut self) -> io::Result<()> {
        let stated = self.decoder.get_checksum_from_data();
        if stated.is_some() && stated != self.decoder.get_calculated_checksum() {
            return Err(Broken::Checksum.into());
        }
        Ok(())
    }
}

impl Read for Unzstd {
    fn read(&mut self, target: &mut [u8]) -> io::Result<usize> {
        if target.is_empty() {
            return Ok(0);
        }
        loop {
            match &mut self.place {
                Place::Between => {
                    if !self.begin()? {
                        return Ok(0);
                    }
                    self.place = Place::Frame;
                }
                Place::Frame => {
                    if let Err(error) = self.advance() {
                        let end = BlockDecodingStrategy::All;
                        let _ = self.decoder.decode_blocks(END.as_slice(), end);
                        self.place = Place::Broken(Some(error));
                        continue;
                    }
                    let count = self.decoder.read(target)?;
                    if count > 0 {
                        return Ok(count);
                    }
                    self.place = Place::Between;
                    self.end()?;
                }
                Place::Broken(error) => {
                    let count = self.decoder.read(target)?;
                    return match error.take_if(|_| count == 0) {
                        Some(error) => Err(error),
                        None => Ok(count),
                    };
                }
            }
        }
    }
}
