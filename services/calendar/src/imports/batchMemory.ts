import type { Category } from '../terms/category.ts';
import { type Activity, type ActivityAction, type ActivityKind, withActivity } from './activity.ts';

/** The records that the items of a batch have created in its commit so far, which documents do not have yet. */
export interface BatchMemory {
  activity: Activity;
  /** Venues and organizers by their kind and folded name. */
  readonly linked: Map<string, number>;
  /** Created categories, by their folded names. */
  readonly categories: Map<string, Category>;
  /** Ids of categories by the names that items gave them. */
  readonly named: Map<string, number>;
}

export const newMemory = (): BatchMemory => ({
  activity: {},
  linked: new Map(),
  categories: new Map(),
  named: new Map(),
});

/** A copy, for an item that may be refused. */
export const copyMemory = ({ activity, linked, categories, named }: BatchMemory): BatchMemory => ({
  activity,
  linked: new Map(linked),
  categories: new Map(categories),
  named: new Map(named),
});

export const note = (memory: BatchMemory, kind: ActivityKind, deed: ActivityAction, ids: readonly number[]): void => {
  if (ids.length > 0) memory.activity = withActivity(memory.activity, { [kind]: { [deed]: ids } });
};
