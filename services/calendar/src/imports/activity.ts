/** What an import makes or finds, by the names of the interface. */
export const activityKinds = [
  'cal_events',
  'cal_organizer',
  'cal_venue',
  'cal_events_cat',
  'post_tag',
  'attachment',
] as const;

export type ActivityKind = (typeof activityKinds)[number];

export const deeds = ['created', 'updated', 'skipped', 'scheduled'] as const;

export type Deed = (typeof deeds)[number];

/** Ids of records by what was done to them; what nothing was done to is left out. */
export type Activity = Readonly<Partial<Record<ActivityKind, Readonly<Partial<Record<Deed, readonly number[]>>>>>>;

export const noActivity: Activity = {};

/** An import of any size names so many records of a kind and a deed at most; further ones are in its events. */
const MOST_NAMED = 10_000;

/** Both together, each id once. */
export const withActivity = (one: Activity, other: Activity): Activity => {
  const kinds = activityKinds.filter((kind) => one[kind] !== undefined || other[kind] !== undefined);
  return Object.fromEntries(kinds.map((kind) => [kind, together(one[kind] ?? {}, other[kind] ?? {})]));
};

const together = (one: NonNullable<Activity[ActivityKind]>, other: NonNullable<Activity[ActivityKind]>) => {
  const done = deeds.filter((deed) => one[deed] !== undefined || other[deed] !== undefined);
  return Object.fromEntries(
    done.map((deed) => [deed, [...new Set([...(one[deed] ?? []), ...(other[deed] ?? [])])].slice(0, MOST_NAMED)]),
  );
};

/** As answers show it: every kind and every deed is there, empty where nothing happened. */
export const activityView = (activity: Activity): Record<ActivityKind, Record<Deed, readonly number[]>> =>
  Object.fromEntries(
    activityKinds.map((kind) => [kind, Object.fromEntries(deeds.map((deed) => [deed, activity[kind]?.[deed] ?? []]))]),
  ) as Record<ActivityKind, Record<Deed, readonly number[]>>;
