/** Specs find jest's functions among their globals; jest's own runner leaves out this one. */
globalThis.jest = import.meta.jest;
