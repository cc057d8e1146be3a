import { DatabaseSync } from 'node:sqlite';
import { newCommit, takes } from '../logUnderTest.contract.ts';
import { createSqliteEventStore } from './sqliteEventStore.ts';

/** A connection that records the prepared statements. */
class NotingDatabase extends DatabaseSync {
  readonly statements: string[] = [];

  override prepare(...given: Parameters<DatabaseSync['prepare']>) {
    this.statements.push(given[0]);
    return super.prepare(...given);
  }
}

describe('the plans of SQLite for the log', () => {
  it('find every row by a key, and read the whole log for a verification only', async () => {
    const database = new NotingDatabase(':memory:');
    const store = createSqliteEventStore(database);
    for (let id = 1; id <= 20; id++) await store.append(newCommit([takes(`venue-${id}`, 1)]));
    for await (const _ of store.keyFaults()) throw new Error('the log is sound');
    const plans = database.statements
      .filter((text) => /^\s*(SELECT|UPDATE|DELETE)/.test(text))
      .flatMap((text) =>
        database
          .prepare(`EXPLAIN QUERY PLAN ${text}`)
          .all(...Array.from(text.matchAll(/\?/g), () => 1))
          .map(({ detail }) => `${detail}`),
      );
    expect(plans.length).toBeGreaterThan(6);
    expect(plans.filter((plan) => plan.startsWith('SCAN'))).toEqual(['SCAN keys']);
  });
});
