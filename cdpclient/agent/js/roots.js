// The document and the shadow roots that were found in it, with their style sheets.

import { isConnected, rootOf } from './dom.js';
import { Sheets, sheetsVersion } from './sheets.js';

export class Roots {
  #versions = new Map(); // root → version of its sheets
  #sheets = new Map(); // root → Sheets, read when first needed

  /** Takes in a root; returns whether it is new. */
  add(root) {
    if (this.#versions.has(root)) return false;
    this.#versions.set(root, sheetsVersion(root));
    return true;
  }

  /** Reads the style sheets again: their rules may have other styles. */
  rereadSheets() {
    for (const root of this.#sheets.keys()) this.#sheets.set(root, new Sheets(root));
  }

  /** Forgets everything, but the shadow roots that are still in the document. */
  reset() {
    this.#sheets.clear();
    this.#versions.delete(document);
    this.#prune();
  }

  #prune() {
    for (const root of this.#versions.keys()) {
      if (root === document || isConnected(root.host)) continue;
      this.#versions.delete(root);
      this.#sheets.delete(root);
    }
  }

  [Symbol.iterator]() {
    return this.#versions.keys();
  }

  /** The style sheets that apply to a node. */
  sheetsOf(node) {
    const root = this.#versions.size === 1 ? document : rootOf(node);
    let sheets = this.#sheets.get(root);
    if (!sheets) {
      sheets = new Sheets(root);
      this.#sheets.set(root, sheets);
    }
    return sheets;
  }

  /** Whether style may depend on these kinds of change, or on attributes with these names. */
  depend(kinds, attributes) {
    if (!kinds && !attributes.size) return false;
    for (const sheets of this.#sheets.values()) {
      if (sheets.features & kinds) return true;
      for (const name of attributes) if (sheets.attributes.has(name)) return true;
    }
    return false;
  }

  /** Whether sheets changed since the last look. */
  haveOtherSheets() {
    let changed = false;
    for (const [root, version] of this.#versions) {
      const now = sheetsVersion(root);
      if (now === version) continue;
      this.#versions.set(root, now);
      this.#sheets.delete(root);
      changed = true;
    }
    if (changed) this.#prune();
    return changed;
  }
}
