import { DatabaseSync } from 'node:sqlite';

/** A connection that notes the statements that are prepared. */
export class NotingDatabase extends DatabaseSync {
  readonly statements = new Set<string>();

  override prepare(...given: Parameters<DatabaseSync['prepare']>) {
    this.statements.add(given[0]);
    return super.prepare(...given);
  }

  /** The steps of the statement's plan. */
  planOf(statement: string): string[] {
    const steps = super.prepare(`EXPLAIN QUERY PLAN ${statement}`).all();
    return steps.map(({ detail }) => String(detail));
  }
}
