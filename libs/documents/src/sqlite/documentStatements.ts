import { arrayColumnOf, columnOf, type Names, type TableShape } from './shape.ts';

/** Returns the statements of one generation's documents and tombstones. */
export const documentStatements = ({ documents, rows, tombstones }: Names, shape: TableShape, fold: number) => {
  const declared = [...shape.fields.map(columnOf), ...shape.arrays.map(arrayColumnOf)];
  const listed = declared.map((column) => `, ${column}`).join('');
  const page = (where: string) => `
    SELECT id, version, fold, body FROM ${documents} ${where}
    UNION ALL SELECT id, version, fold, NULL FROM ${tombstones} ${where} ORDER BY id LIMIT (? | 0)`;
  // the first condition is that of the index
  const below = `fold < ${fold} AND fold < ?1`;
  return {
    known: `SELECT version, fold, doc${listed} FROM ${documents} WHERE id = ?1
      UNION ALL SELECT version, fold, NULL${declared.map(() => ', NULL').join('')} FROM ${tombstones} WHERE id = ?1`,
    get: `SELECT id, version, fold, body FROM ${rows} WHERE id = ?1
      UNION ALL SELECT id, version, fold, NULL FROM ${tombstones} WHERE id = ?1`,
    identity: `SELECT id, version, fold FROM ${rows} WHERE id = ?1`,
    insert: `INSERT INTO ${documents} (id, version, fold, body${listed})
      SELECT ?1, ?, ?, ?${declared.map(() => ', ?').join('')}
      WHERE NOT EXISTS (SELECT 1 FROM ${tombstones} WHERE id = ?1) ON CONFLICT DO NOTHING`,
    updateBody: `UPDATE ${documents} SET version = ?, fold = ?, body = ? WHERE doc = ?`,
    update: `UPDATE ${documents} SET version = ?, fold = ?, body = ?${declared.map((name) => `, ${name} = ?`).join('')}
      WHERE doc = ?`,
    remove: `DELETE FROM ${documents} WHERE doc = ?`,
    bury: `INSERT OR REPLACE INTO ${tombstones} (id, version, fold) VALUES (?, ?, ?)`,
    unbury: `DELETE FROM ${tombstones} WHERE id = ?`,
    size: `SELECT coalesce(max(doc), 0) AS size FROM ${documents}`,
    below: `SELECT 1 FROM ${rows} WHERE ${below} UNION ALL SELECT 1 FROM ${tombstones} WHERE ${below} LIMIT 1`,
    firstPage: page(''),
    page: page('WHERE id > ?1'),
  };
};
