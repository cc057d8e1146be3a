/** The lines of changesets in change logs (`.changeset/config.json`): entries of a list, as their authors write them. */

/** @param {{ summary: string }} changeset */
const entriesOf = ({ summary }) => (summary.startsWith('- ') ? summary : `- ${summary.replaceAll('\n', '\n  ')}`);

export default {
  getReleaseLine: (changeset) => entriesOf(changeset),
  getDependencyReleaseLine: () => '',
};
