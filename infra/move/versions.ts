import type { MoveKind, OldRecord } from './moveKinds.ts';
import type { MoveReport } from './moveReport.ts';
import { type OldLanguage, type OldLanguages, versionsOfPage } from './oldLanguages.ts';
import type { OldSite } from './oldSite.ts';
import type { References } from './references.ts';

interface VersionPorts {
  readonly old: OldSite;
  readonly references: References;
  readonly report: MoveReport;
  readonly languages: OldLanguages;
}

/** Finds the versions of records in other languages, by the `hreflang` of their pages. */
export class Versions {
  readonly #kind: MoveKind;
  readonly #ports: VersionPorts;
  /** Ids of the old site by the addresses of records. */
  readonly #ids = new Map<string, number>();

  constructor(kind: MoveKind, ports: VersionPorts) {
    this.#kind = kind;
    this.#ports = ports;
  }

  /** Notes the address of a record. */
  note({ id, link }: OldRecord): void {
    if (this.#isTranslated() && typeof link === 'string') this.#ids.set(link, id);
  }

  /** Returns the id here of a version in another language that has been moved before; undefined if there is none. */
  async sourceOf(record: OldRecord, { lang }: OldLanguage): Promise<number | undefined> {
    if (lang === undefined || !this.#isTranslated()) return undefined;
    const { old, references, report } = this.#ports;
    const { link, status = 'publish' } = record;
    if (typeof link !== 'string' || status !== 'publish') {
      report.changed.push(`${this.#kind.name} ${record.id} is in no group of versions: only pages of visitors tell it`);
      return undefined;
    }
    for (const { address } of await versionsOfPage(old, link)) {
      const id = address === link ? undefined : references.idOf(this.#kind.name, this.#ids.get(address));
      if (id !== undefined) return id;
    }
    return undefined;
  }

  #isTranslated(): boolean {
    return this.#kind.hasLanguage === true && this.#ports.languages.known.length > 1;
  }
}
