/**
 * Records that many events name by a text (venues, organizers). The first event that names one sends it as an object,
 * which the site finds or creates; the others wait for its id. So no two events create the same record.
 */
export class References {
  readonly #ids = new Map<string, Promise<number | undefined>>();

  /** Returns the id for a name; undefined for the caller that must send the object and then call `settle`. */
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

  /** Passes the id to the waiting callers; undefined after a refusal, so that the next caller sends the object. */
  settle(name: string, id: number | undefined): void {
    const settler = this.#settlers.get(name);
    if (settler === undefined) return;
    this.#settlers.delete(name);
    if (id === undefined) this.#ids.delete(name);
    settler(id);
  }
}
