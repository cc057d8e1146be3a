import TestSequencer from '@jest/test-sequencer';

/** The specs of whole sites first: they wait most, and would be alone at the end. The others as jest orders them. */
export default class WholeSitesFirst extends TestSequencer {
  sort(tests) {
    const { whole = [], others = [] } = Object.groupBy(tests, ({ path }) =>
      /[\\/]e2e[\\/]/.test(path) ? 'whole' : 'others',
    );
    return [...super.sort(whole), ...super.sort(others)];
  }
}
