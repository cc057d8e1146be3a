import { DatabaseSync } from 'node:sqlite';

/** A connection that records the prepared statements. */
export class NotingDatabase extends DatabaseSync {
  readonly statements = new Set<string>();

  override prepare(...given: Parameters<DatabaseSync['prepare']>) {
    this.statements.add(given[0]);
    return super.prepare(...given);
  }

  /** Returns the steps of the statement's plan. */
  planOf(statement: string): string[] {
    const steps = super.prepare(`EXPLAIN QUERY PLAN ${statement}`).all();
    return steps.map(({ detail }) => String(detail));
  }
}
