/** Size after which one read of a store ends, in bytes or characters; the last row may exceed it. */
const PAGE_SIZE = 4 * 1_024 * 1_024;

export interface Page<Row> {
  readonly rows: Row[];
  /** True if the size limit ended the page, so that more rows may follow. */
  readonly isFull: boolean;
}

interface Pages<Row> {
  sizeOf(row: Row): number;
  readonly pageSize?: number | undefined;
}

/** Takes rows until the page is full. */
export const pageOf = <Row>(rows: Iterable<Row>, { sizeOf, pageSize = PAGE_SIZE }: Pages<Row>): Page<Row> => {
  const page: Row[] = [];
  let size = 0;
  for (const row of rows) {
    page.push(row);
    size += sizeOf(row);
    if (size >= pageSize) break;
  }
  return { rows: page, isFull: size >= pageSize };
};

/** Takes rows that arrive over a network, until the page is full. */
export const pageFrom = async <Row>(
  rows: AsyncIterable<Row>,
  { sizeOf, pageSize = PAGE_SIZE }: Pages<Row>,
): Promise<Page<Row>> => {
  const page: Row[] = [];
  let size = 0;
  for await (const row of rows) {
    page.push(row);
    size += sizeOf(row);
    if (size >= pageSize) break;
  }
  return { rows: page, isFull: size >= pageSize };
};
