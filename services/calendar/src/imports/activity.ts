/** The kinds of records that an import creates or finds, by their names in the interface. */
export const activityKinds = [
  'cal_events',
  'cal_organizer',
  'cal_venue',
  'cal_events_cat',
  'post_tag',
  'attachment',
] as const;

export type ActivityKind = (typeof activityKinds)[number];

export const activityActions = ['created', 'updated', 'skipped', 'scheduled'] as const;

export type ActivityAction = (typeof activityActions)[number];

/** Ids of records by kind and deed; empty kinds and deeds are left out. */
export type Activity = Readonly<
  Partial<Record<ActivityKind, Readonly<Partial<Record<ActivityAction, readonly number[]>>>>>
>;

export const noActivity: Activity = {};

/** The maximum number of ids per kind and deed; the events of the import have all of them. */
const MAX_NAMED_RECORDS = 10_000;

/** Returns the union of two activities, each id once. */
export const withActivity = (one: Activity, other: Activity): Activity => {
  const kinds = activityKinds.filter((kind) => one[kind] !== undefined || other[kind] !== undefined);
  return Object.fromEntries(kinds.map((kind) => [kind, together(one[kind] ?? {}, other[kind] ?? {})]));
};

const together = (one: NonNullable<Activity[ActivityKind]>, other: NonNullable<Activity[ActivityKind]>) => {
  const done = activityActions.filter((deed) => one[deed] !== undefined || other[deed] !== undefined);
  return Object.fromEntries(
    done.map((deed) => [
      deed,
      [...new Set([...(one[deed] ?? []), ...(other[deed] ?? [])])].slice(0, MAX_NAMED_RECORDS),
    ]),
  );
};

/** Returns the activity for answers, with an empty list for every missing kind and deed. */
export const activityView = (
  activity: Activity,
): Readonly<Record<string, Readonly<Record<string, readonly number[]>>>> =>
  Object.fromEntries(
    activityKinds.map((kind) => [
      kind,
      Object.fromEntries(activityActions.map((deed) => [deed, activity[kind]?.[deed] ?? []])),
    ]),
  );
