import type { DocumentWrite } from './documents.ts';

/**
 * A filter, order or count uses a field that its collection does not declare for that use: an index would be missing.
 */
export class UndeclaredFieldError extends Error {
  override readonly name = 'UndeclaredFieldError';
  readonly collection: string;
  readonly field: string;

  constructor(collection: string, field: string, use: 'indexes' | 'arrays' | 'texts') {
    super(`collection "${collection}" does not declare the field "${field}" in its ${use}`);
    this.collection = collection;
    this.field = field;
  }
}

/** The collection was not given when the documents were opened. */
export class UnknownCollectionError extends Error {
  override readonly name = 'UnknownCollectionError';

  constructor(collection: string) {
    super(`the collection "${collection}" is not one of those that were opened`);
  }
}

/** A filter without a condition, such as a range without bounds. */
export class InvalidFilterError extends Error {
  override readonly name = 'InvalidFilterError';
}

/** A declared field holds a value that no store can index: an object, or an array instead of a scalar. */
export class UnindexableValueError extends Error {
  override readonly name = 'UnindexableValueError';

  constructor(collection: string, field: string) {
    super(`a document of "${collection}" holds in its declared field "${field}" neither a scalar nor null`);
  }
}

/**
 * The generation that a rebuild was filling no longer exists: it became live, was abandoned, or was replaced by a later
 * rebuild.
 */
export class RebuildEndedError extends Error {
  override readonly name = 'RebuildEndedError';

  constructor(collection: string) {
    super(`the rebuild of "${collection}" has ended`);
  }
}

/** A declaration that no store can serve. */
export class InvalidCollectionError extends Error {
  override readonly name = 'InvalidCollectionError';
}

/** The store cannot be reached, or did not answer in time; recognised by `code`, like the log's own error. */
export class DocumentsUnavailableError extends Error {
  override readonly name = 'DocumentsUnavailableError';
  readonly code = 'store-unavailable';

  constructor(options?: ErrorOptions) {
    super('the store of documents does not answer', options);
  }
}

/** The documents that work has read exceed its limit (`withinReadLimit`); recognised by `code`. */
export class TooMuchReadError extends Error {
  override readonly name = 'TooMuchReadError';
  readonly code = 'too-much-read';

  constructor(maximum: number) {
    super(`the documents have more than ${maximum} characters together`);
  }
}

/** A document exceeds the limit of a stored document; recognised by `code`. */
export class DocumentTooLargeError extends Error {
  override readonly name = 'DocumentTooLargeError';
  readonly code = 'document-too-large';

  constructor({ collection, id, version }: DocumentWrite, bytes: number) {
    super(`${collection.name}/${id} would have ${bytes} bytes at version ${version}: more than can be stored`);
  }
}
