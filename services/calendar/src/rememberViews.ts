import type { SiteSettings } from '@almanac/contracts';
import { LRUCache } from 'lru-cache';

/** The addresses and settings with which records are rendered. */
export interface Display {
  /** The site's address, without a slash at its end. */
  readonly site: string;
  /** The root of the REST interface in the language of the request. */
  readonly apiRoot: string;
  readonly settings: SiteSettings;
  /** The views that were rendered last. */
  readonly views: RecordViews;
}

const MAX_CACHED_VIEWS = 4_000;

interface VersionedRecord {
  readonly id: number;
  readonly version: number;
}

type View = Readonly<Record<string, unknown>>;
type ViewCache = LRUCache<string, { readonly version: number; readonly settings: SiteSettings; readonly view: View }>;

/** A cache of the views that a calendar has rendered last, by the function that renders them. */
export class RecordViews {
  readonly #byRender = new WeakMap<object, ViewCache>();

  of(render: object): ViewCache {
    const known = this.#byRender.get(render) ?? new LRUCache({ max: MAX_CACHED_VIEWS });
    this.#byRender.set(render, known);
    return known;
  }
}

/**
 * Caches the last views of a number of records, by their versions and by the settings and addresses with which they
 * were rendered. Cached views are shared and must not be changed.
 */
export const rememberViews = <State extends VersionedRecord, D extends Display>(
  render: (state: State, display: D) => View,
) => {
  const remembering = (state: State, display: D): View => {
    const remembered = display.views.of(remembering);
    const key = `${state.id} ${display.apiRoot} ${display.site}`;
    const known = remembered.get(key);
    if (known?.version === state.version && known.settings === display.settings) return known.view;
    const view = render(state, display);
    remembered.set(key, { version: state.version, settings: display.settings, view });
    return view;
  };
  return remembering;
};
