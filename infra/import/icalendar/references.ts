/**
 * Records that many events name by a text (venues, organizers): the first event that names one sends it as an object,
 * which the site finds or creates; the others wait for its id. So no two of them create the same record.
 */
export class References {
  readonly #ids = new Map<string, Promise<number | undefined>>();

  /** The id behind a name, or undefined for the caller that is to send the object and then `settle` it. */
  async claim(name: string): Promise<number | undefined> {
    const known = this.#ids.get(name);
    if (known === undefined) {
      const { promise, resolve } = Promise.withResolvers<number | undefined>();
      this.#ids.set(name, promise);
      this.#settlers.set(name, resolve);
      return undefined;
    }
    const id = await known;
    return id ?? this.claim(name);
  }

  readonly #settlers = new Map<string, (id: number | undefined) => void>();

  /** Gives the id to those that wait for it; undefined when the object was refused, so that the next one sends it. */
  settle(name: string, id: number | undefined): void {
    const settler = this.#settlers.get(name);
    if (settler === undefined) return;
    this.#settlers.delete(name);
    if (id === undefined) this.#ids.delete(name);
    settler(id);
  }
}
