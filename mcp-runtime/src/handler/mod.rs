//! Layer 3: tools, prompts and resources, each a descriptor that a macro wrote and an erased
//! function, made ready once at start.

mod item;
mod parameter;
mod prompt;
mod resource;
mod run;
pub mod template;
mod tool;

pub use self::item::{Item, Kind, Offered, Package, Place};
pub use self::parameter::Parameter;
pub use self::prompt::{PromptDef, PromptHandler};
pub use self::resource::{ResourceDef, ResourceHandler};
pub use self::tool::{ToolDef, ToolHandler};
