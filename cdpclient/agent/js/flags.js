// The bits of tree.Flags, in the order of tree/raw.go.

export const BLOCK = 1 << 0;
export const HIDDEN = 1 << 1;
export const OFFSCREEN = 1 << 2;
export const CURSOR_POINTER = 1 << 3;
export const LISTENER = 1 << 4;
export const FOCUSABLE = 1 << 5;
export const EDIT_HOST = 1 << 6;
export const FRAME = 1 << 7;
export const DISABLED = 1 << 8;
export const READONLY = 1 << 9;
export const REQUIRED = 1 << 10;
export const FOCUSED = 1 << 11;
export const MODAL = 1 << 12;
export const BUSY = 1 << 13;
export const MASKED = 1 << 14;
export const MULTISELECTABLE = 1 << 15;
export const NO_POINTER = 1 << 16;
export const SHADOW_HOST = 1 << 17;
export const ACTIVE = 1 << 19; // what is between is only set by the service
export const DRAGGABLE = 1 << 20;

// The values of tree.Toggle.
export const FALSE = 1;
export const TRUE = 2;
export const MIXED = 3;

export const toggle = (on) => (on ? TRUE : FALSE);
