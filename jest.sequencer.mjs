import TestSequencer from '@jest/test-sequencer';

/** Files of whole sites that take minutes: one that began last would run alone at the end. */
const LONGEST =
  /[\\/]e2e[\\/](?:conformance[\\/]onServers|operators|faults[\\/](?:native|visits)|fuzz|browser[\\/](?:pages|views)|schemathesis|fixture-service|console[\\/]jobs|flows[\\/]followedFeeds)\b/;

const WHOLE = /[\\/]e2e[\\/]/;

/**
 * The specs of whole sites first: they wait most, and would be alone at the end. The others as jest orders them: by
 * their last time, which a fresh clone does not know, else by size.
 */
export default class WholeSitesFirst extends TestSequencer {
  sort(tests) {
    const {
      longest = [],
      whole = [],
      others = [],
    } = Object.groupBy(tests, ({ path }) => {
      if (LONGEST.test(path)) return 'longest';
      return WHOLE.test(path) ? 'whole' : 'others';
    });
    return [longest, whole, others].flatMap((group) => super.sort(group));
  }
}
