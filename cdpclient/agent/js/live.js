// The records that the reader knows. There is one for each node of a page, so they are kept in a plain
// list: a Map of them costs more to fill than all that is found out about most of the nodes.

const SPARE = 256; // places of records that are gone, beyond which there are at most as many as records

/** Live is a set of records, in the order in which they came. */
export class Live {
  size = 0;
  #places = []; // records, some of which are gone or stand elsewhere since
  #moves = 0; // how often the places were cleared up
  #byKey = null; // key → record, made when somebody asks first

  add(record) {
    record.place = this.#places.length;
    this.#places.push(record);
    this.size++;
    this.#byKey?.set(record.key, record);
  }

  delete(record) {
    record.place = NOWHERE;
    this.size--;
    this.#byKey?.delete(record.key);
    if (this.#places.length > this.size * 2 + SPARE) this.#clearUp();
  }

  #clearUp() {
    this.#places = this.#places.filter((record, place) => record.place === place);
    this.#places.forEach((record, place) => {
      record.place = place;
    });
    this.#moves++;
  }

  /** The record with a key, or undefined. */
  get(key) {
    this.#byKey ??= new Map([...this].map((record) => [record.key, record]));
    return this.#byKey.get(key);
  }

  /**
   * Goes through the records. What comes or goes meanwhile is met or not; what stays is met, and may be met
   * again.
   */
  *[Symbol.iterator]() {
    let moves = this.#moves;
    for (let place = 0; ; place++) {
      if (moves !== this.#moves) {
        moves = this.#moves;
        place = 0;
      }
      if (place >= this.#places.length) return;
      const record = this.#places[place];
      if (record.place === place) yield record;
    }
  }
}

/** The place of a record that is not among them. */
export const NOWHERE = -1;
