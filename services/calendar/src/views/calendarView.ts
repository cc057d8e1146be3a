import type { Html } from '@almanac/pages';
import type { Bounds } from '../events/dateBounds.ts';
import type { EventState } from '../events/event.ts';
import type { AskedView } from './askedView.ts';
import type { PageContext } from './pageContext.ts';
import type { Chip, ReadFilters } from './viewFilters.ts';

/** A requested view with its parsed filters. */
export interface ViewRequest {
  readonly context: PageContext;
  readonly asked: AskedView;
  readonly filters: ReadFilters['filters'];
  /** The filters as pages show them. */
  readonly chips: readonly Chip[];
}

/** A link from a view to the period before or after it. */
export interface PeriodLink {
  readonly asked: AskedView;
  readonly label: string;
}

/** The content that a kind of view renders for a request; the frame around it is shared. */
export interface ViewBody {
  readonly heading: string;
  /** A note about the events, below the heading. */
  readonly about?: Html | undefined;
  readonly html: Html;
  /** The time in which its events begin; the form offers choices from this time. */
  readonly time: Bounds;
  /** The shown events of that time; undefined for a page of a list. */
  readonly shown?: readonly EventState[];
  /** The number of its events, including those that are counted but not shown. */
  readonly found: number;
  /** Links to the previous and next month, week, day or page, with the name of that unit. */
  readonly turns: {
    readonly label: string;
    readonly previous?: PeriodLink | undefined;
    readonly next?: PeriodLink | undefined;
  };
  /** False if the address names a page beyond the end of a list. */
  readonly exists: boolean;
}

export type View = (request: ViewRequest) => Promise<ViewBody>;
