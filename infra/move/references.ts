import { foreignUploads } from '../aliases/foreignInterface.ts';
import { type LinkTargets, linkKey, rewriteLinks } from '../import/wxr/exportLinks.ts';
import type { Marks } from './marks.ts';

/** True if the records of the old site keep their ids; false if they get new ones. */
export type IdMode = 'kept' | 'mapped';

/** The kinds whose records share the numbers of `?p=`. */
const NUMBERED = ['posts', 'pages', 'media', 'cal_events', 'cal_venue', 'cal_organizer'];

export interface ReferenceOptions {
  readonly marks: Marks;
  readonly mode: IdMode;
  readonly oldSite: string;
  readonly newSite: string;
}

/** Translates references of the old site into those of this one. */
export class References {
  readonly #options: ReferenceOptions;
  /** Where files of the old site are here, with the ids there of their media. */
  readonly #files = new Map<string, { readonly owner: number; readonly file: string }>();
  /** Only those with another id here. */
  readonly #media: Map<string, number>;
  readonly #targets: LinkTargets;
  /** Matches the folder of files of the old site: old texts name it with http. */
  readonly #oldFiles: RegExp;
  #hasMissed = false;

  constructor(options: ReferenceOptions) {
    const { marks, oldSite, newSite } = options;
    this.#options = options;
    const folder = RegExp.escape(linkKey(oldSite).slice('//'.length) + foreignUploads.foreign);
    this.#oldFiles = new RegExp(`(?:https?:)?//(?:www\\.)?${folder}`, 'gi');
    this.#media = new Map();
    for (const oldId of marks.idsOf('media')) this.#noteMedium(oldId, marks.get('media', oldId)?.id ?? oldId);
    this.#targets = {
      oldSite,
      newSite,
      media: this.#media,
      files: { get: (key) => this.#files.get(key)?.file },
      records: { get: (id) => this.#record(Number(id)) },
      ids: { has: () => false },
      addresses: new Map(),
    };
  }

  /** True if a record was not found since the last call. */
  takeMissed(): boolean {
    const hasMissed = this.#hasMissed;
    this.#hasMissed = false;
    return hasMissed;
  }

  /** Returns the id of a moved record; undefined for one that has not been moved. */
  idOf(kind: string, oldId: unknown): number | undefined {
    return this.firstIdOf([kind], oldId);
  }

  /** Returns the id of a record that is of one of some kinds. */
  firstIdOf(kinds: readonly string[], oldId: unknown): number | undefined {
    const old = Number(oldId);
    if (!(old > 0)) return undefined;
    const id = kinds.map((kind) => this.#options.marks.get(kind, old)?.id).find((known) => known !== undefined);
    if (id === undefined) this.#hasMissed = true;
    return id;
  }

  /** Returns the ids of moved records. */
  idsOf(kind: string, oldIds: unknown): number[] {
    if (!Array.isArray(oldIds)) return [];
    return oldIds.map((id) => this.idOf(kind, id)).filter((id) => id !== undefined);
  }

  /** Notes where a medium is here, and where its file is. Of media that share a file there, the lowest id decides. */
  placeMedium(oldId: number, { id, oldFiles, file }: { id: number; oldFiles: readonly string[]; file: string }): void {
    this.#noteMedium(oldId, id);
    for (const key of oldFiles.map(linkKey)) {
      // media arrive in any order, and no run may write texts again because of it
      if ((this.#files.get(key)?.owner ?? oldId) >= oldId) this.#files.set(key, { owner: oldId, file });
    }
  }

  /** Returns a text, or an address, whose links, files and media are those of this site. */
  text(text: string): string {
    const { text: rewritten } = rewriteLinks(text, this.#targets);
    // files that belong to no medium keep their path below the folder of files
    return rewritten.replaceAll(this.#oldFiles, () => `${this.#options.newSite}${foreignUploads.own}`);
  }

  #record(oldId: number): { readonly id: number; readonly link: string } | undefined {
    const { mode, newSite } = this.#options;
    const id = this.firstIdOf(NUMBERED, oldId) ?? (mode === 'kept' ? oldId : undefined);
    return id === undefined ? undefined : { id, link: `${newSite}/?p=${id}` };
  }

  #noteMedium(oldId: number, id: number): void {
    if (id !== oldId) this.#media.set(String(oldId), id);
  }
}
