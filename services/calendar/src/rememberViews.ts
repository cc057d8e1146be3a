import type { SiteSettings } from '@almanac/contracts';
import { charactersOf } from '@almanac/rest';
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

/** Maximum characters of the cached views of one function: those of 4,000 usual ones. */
const MAX_CACHED_CHARACTERS = 8_388_608;
/** Characters that a view counts at least, for its members. */
const MIN_VIEW_CHARACTERS = 2_048;

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
    const known: ViewCache =
      this.#byRender.get(render) ??
      new LRUCache({
        maxSize: MAX_CACHED_CHARACTERS,
        sizeCalculation: ({ view }) => Math.max(MIN_VIEW_CHARACTERS, charactersOf(view)),
      });
    this.#byRender.set(render, known);
    return known;
  }
}

/** Returns a calendar that caches views apart if records are read without some of their texts. */
export const withViewsApart = <Ports extends { readonly views: RecordViews }>(
  calendar: Ports,
  without: readonly string[],
): Ports => (without.length === 0 ? calendar : { ...calendar, views: new RecordViews() });

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
