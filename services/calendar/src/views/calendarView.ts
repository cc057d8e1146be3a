import type { Html } from '@almanac/pages';
import type { Bounds } from '../events/dateBounds.ts';
import type { EventState } from '../events/event.ts';
import type { AskedView } from './askedView.ts';
import type { PageContext } from './pageContext.ts';
import type { Chip, ReadFilters } from './viewFilters.ts';

/** A view that is asked for, with its filters read. */
export interface ViewRequest {
  readonly context: PageContext;
  readonly asked: AskedView;
  readonly filters: ReadFilters['filters'];
  /** The same in words. */
  readonly chips: readonly Chip[];
}

/** A link of a view to the time before or after it. */
export interface Turn {
  readonly asked: AskedView;
  readonly label: string;
}

/** What a kind of view makes of a request; the frame is the same around all. */
export interface ViewBody {
  readonly heading: string;
  /** What is said of the events, below the heading. */
  readonly about?: Html | undefined;
  readonly html: Html;
  /** The time in which its events begin: what its form offers is of then. */
  readonly time: Bounds;
  /** The events of that time of which something is shown; not those of a page of a list. */
  readonly shown?: readonly EventState[];
  /** How many events it is about, those that are only counted included. */
  readonly found: number;
  /** What the time before and after it is called: months, days, pages. */
  readonly turns: { readonly label: string; readonly previous?: Turn | undefined; readonly next?: Turn | undefined };
  /** False where the address names a page beyond the end of a list. */
  readonly exists: boolean;
}

export type View = (request: ViewRequest) => Promise<ViewBody>;
