//! What computing is made of: the split of the Operators view.

use crate::words::Say;
use serde::{Deserialize, Serialize};

/// Kind of computing, from type and core.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Category {
    /// Fused attention, forward.
    FlashAttention,
    /// Fused attention, backward.
    FlashAttentionBackward,
    /// Matrix products.
    MatMul,
    /// Convolutions, forward.
    Conv,
    /// Convolutions, backward.
    ConvBackward,
    /// Anything else on the cube unit.
    OtherCube,
    /// Layout and type conversions on the vector unit.
    VectorTransform,
    /// Anything else on the vector unit.
    OtherVector,
    /// On the AI CPU.
    AiCpu,
    /// Neither type nor core is known (Level0).
    Unknown,
}

impl Category {
    /// Category of an operator; `None` stands for what the capture does not tell.
    pub fn of(kernel_type: Option<&str>, core: Option<&str>) -> Category {
        let Some(kernel_type) = kernel_type else { return Category::Unknown };
        let lower = kernel_type.to_ascii_lowercase();
        let backward =
            ["grad", "backprop", "backward", "bwd"].iter().any(|mark| lower.contains(mark));
        let core = core.unwrap_or("");
        if lower.contains("flashattention")
            || lower.contains("fusedinferattention")
            || lower.contains("pagedattention")
        {
            return if backward {
                Category::FlashAttentionBackward
            } else {
                Category::FlashAttention
            };
        }
        if core == "AI_CPU" || core == "KERNEL_AICPU" {
            return Category::AiCpu;
        }
        if is_conversion(kernel_type) {
            return Category::VectorTransform;
        }
        if lower.contains("matmul") || lower.contains("gemm") {
            return Category::MatMul;
        }
        if lower.starts_with("conv") || lower.contains("conv2d") || lower.contains("conv3d") {
            return if backward { Category::ConvBackward } else { Category::Conv };
        }
        match core {
            "AI_CORE" | "MIX_AIC" | "KERNEL_AICORE" | "KERNEL_MIX_AIC" => Category::OtherCube,
            _ => Category::OtherVector,
        }
    }

    /// Its name.
    pub fn say(self) -> Say {
        match self {
            Category::FlashAttention => Say::CategoryFlashAttention,
            Category::FlashAttentionBackward => Say::CategoryFlashAttentionBackward,
            Category::MatMul => Say::CategoryMatMul,
            Category::Conv => Say::CategoryConv,
            Category::ConvBackward => Say::CategoryConvBackward,
            Category::OtherCube => Say::CategoryOtherCube,
            Category::VectorTransform => Say::CategoryVectorTransform,
            Category::OtherVector => Say::CategoryOtherVector,
            Category::AiCpu => Say::CategoryAiCpu,
            Category::Unknown => Say::CategoryUnknown,
        }
    }
}

/// Whether a type only changes layout or number format (findings.md, format-conversion). `TransData` and
/// its relatives (`TransDataRNN`) and every `Transpose*` count, convolutions named Transpose do not.
pub fn is_conversion(kernel_type: &str) -> bool {
    kernel_type.starts_with("TransData")
        || matches!(kernel_type, "Cast" | "Transpose" | "TransposeD" | "AsStrided" | "ViewCopy")
}
