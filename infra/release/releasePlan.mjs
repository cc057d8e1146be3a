/** The releases that changesets ask for. */
import { getReleasePlan } from '@changesets/get-release-plan';

export const releasesAt = async (root) => (await getReleasePlan(root)).releases;
