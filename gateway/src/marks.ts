import { SETTINGS_KEY, type ServiceName } from '@almanac/contracts';
import { formatMarks, readMarks, type ToldMark } from '@almanac/messaging';

/** What services told one another in the answers that passed this gateway of late (docs/architecture.md §4). */
export interface Marks {
  /** @param told the `x-almanac-told` of an answer */
  note(told: string | undefined): void;
  /**
   * The `x-almanac-marks` of a request to a service, or to the gateway itself: what the others told, and what core told of
   * the settings, which its own replicas follow too; undefined when that is nothing.
   */
  for(service: ServiceName | 'gateway'): string | undefined;
}

/** Milliseconds after which every copy has it, or a client is no longer surprised. */
const KEPT = 5_000;
/** Beyond them the oldest are forgotten: headers stay small. */
const MOST = 100;

/** Remembers, of each record that somebody told of, the newest mark for a few seconds. */
export const createMarks = (now: () => Date): Marks => {
  const known = new Map<string, { readonly mark: ToldMark; readonly until: number }>();

  const forget = (): void => {
    const time = now().getTime();
    // in the order in which they became known
    for (const [id, { until }] of known) {
      if (until > time && known.size <= MOST) return;
      known.delete(id);
    }
  };

  return {
    note: (told) => {
      if (told === undefined || told === '') return;
      const until = now().getTime() + KEPT;
      for (const mark of readMarks(told)) {
        const id = `${mark.source} ${mark.key}`;
        const { position = 0 } = known.get(id)?.mark ?? {};
        if (position > mark.position) continue;
        known.delete(id);
        known.set(id, { mark, until });
      }
      forget();
    },
    for: (service) => {
      forget();
      const others = [...known.values()]
        .map(({ mark }) => mark)
        .filter(({ source, key }) => source !== service || key === SETTINGS_KEY);
      return others.length === 0 ? undefined : formatMarks(others);
    },
  };
};
