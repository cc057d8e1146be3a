import { DatabaseSync } from 'node:sqlite';

/** A connection that records the prepared statements, and each list of rows that one of them returns. */
export class NotingDatabase extends DatabaseSync {
  readonly statements = new Set<string>();
  readonly listed: string[] = [];

  override prepare(...given: Parameters<DatabaseSync['prepare']>) {
    const [text] = given;
    this.statements.add(text);
    const statement = super.prepare(...given);
    statement.all = new Proxy(statement.all, {
      apply: (all, self, values) => {
        this.listed.push(text);
        return Reflect.apply(all, self, values);
      },
    });
    return statement;
  }

  /** Returns the steps of the statement's plan. */
  planOf(statement: string): string[] {
    const steps = super.prepare(`EXPLAIN QUERY PLAN ${statement}`).all();
    return steps.map(({ detail }) => String(detail));
  }
}
