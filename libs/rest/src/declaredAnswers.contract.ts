import { answersOf } from './declaredAnswers.ts';
import type { Route } from './route.ts';

/** Returns the names that a path captures. */
const capturesOf = ({ path }: Route): string[] => [...path.matchAll(/\{(\w+)/g)].map(([, name = '']) => name);

/**
 * Checks that every public route of a service declares its answers; the service's spec runs this.
 * @param marked captures that the declared interface marks as required, as `cal/events/v1 id`
 */
export const declaredAnswersContract = (
  name: string,
  routes: readonly Route[],
  marked: readonly string[] = [],
): void => {
  describe(`the routes of ${name}`, () => {
    const shown = routes.filter(({ hidden }) => !hidden);
    const named = ({ methods, namespace, path }: Route) => `${methods.join('|')} /${namespace}${path}`;

    it('are found', () => {
      expect(shown.length).toBeGreaterThan(0);
    });

    it('declare their answers, with a schema or a content type, and their refusals, with codes', () => {
      const silent = shown.filter((route) => {
        const answers = route.answers === undefined ? [] : [...answersOf(route)];
        const done = answers.filter(([status]) => status < 300);
        const isSaid = answers.every(
          ([status, { body, contentTypes = [], codes = [] }]) =>
            (status < 400 || codes.length > 0 || contentTypes.length > 0) &&
            (status === 204 || body !== undefined || contentTypes.length > 0),
        );
        return done.length === 0 || !isSaid;
      });
      expect(silent.map(named)).toEqual([]);
    });

    it('declare captures of paths as required only if the declared interface does', () => {
      const required = shown.flatMap((route) =>
        capturesOf(route).flatMap((capture) =>
          route.args[capture]?.required === true ? [`${route.namespace} ${capture}`] : [],
        ),
      );
      expect([...new Set(required)].sort()).toEqual([...marked].sort());
    });
  });
};
