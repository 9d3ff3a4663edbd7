//! Paints the timeline: pixels and labels are made in `timeline`, here they are put on the canvas.

mod axis;
mod surface;
