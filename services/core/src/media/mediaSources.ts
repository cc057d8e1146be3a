import { hash } from 'node:crypto';
import { type Claim, claimId, claims, idOfStream, type UnitOfWork } from '@almanac/aggregates';
import type { Documents } from '@almanac/documents';
import { streamOf } from '@almanac/domain';
import { type Medium, medium } from './medium.ts';
import { mediumById } from './readModels/mediaList.ts';

/** An address is fetched once: the medium that was made of it bears it as a name. */
const SCOPE = 'source/attachment';

const nameOf = (address: string): string => hash('sha256', address, 'hex');

/** @throws NameTakenError where somebody else was faster */
export const takeSource = async (unit: UnitOfWork, id: number, source: string | null): Promise<void> => {
  if (source !== null) await unit.take(SCOPE, nameOf(source), streamOf(medium, id));
};

export const releaseSource = async (unit: UnitOfWork, { id, source }: Pick<Medium, 'id' | 'source'>): Promise<void> => {
  if (source !== null) await unit.release(SCOPE, nameOf(source), streamOf(medium, id));
};

/** The medium that was made of an address; undefined where none is. */
export const mediumOfSource = async (documents: Documents, address: string): Promise<Medium | undefined> => {
  const claim = await documents.get<Claim>(claims, claimId(SCOPE, nameOf(address)));
  const bearer = claim?.body?.by;
  return bearer == null ? undefined : mediumById(documents, Number(idOfStream(bearer)));
};
