/** Days in which a known fault of a package is mended, by how bad it is (SECURITY.md). */
const DAYS = { critical: 2, high: 7, moderate: 30, low: 90, info: 90 };
/** The same of packages that only those who work on the site run. */
const DAYS_OF_TOOLS = { critical: 30, high: 30, moderate: 90, low: 90, info: 90 };

const SEVERITIES = Object.keys(DAYS);

const mendOf = (fixAvailable) => {
  if (fixAvailable === true) return 'npm audit fix';
  return fixAvailable ? `${fixAvailable.name} ${fixAvailable.version}` : 'no version mends it yet';
};

/**
 * What `npm audit --json` has found, the worst first: each fault of a package once, wherever the package is.
 * @returns undefined where the registry could not be asked
 */
export const advisoriesOf = (audit, lock) => {
  if (audit?.vulnerabilities === undefined) return undefined;
  const found = Object.values(audit.vulnerabilities).flatMap(({ name, nodes, via, fixAvailable }) => {
    const isTool = nodes.every((node) => lock.packages[node]?.dev === true);
    // a name stands for a package that is told of itself
    const faults = via.filter((each) => typeof each === 'object');
    return faults.map(({ title, url, severity }) => ({
      name,
      title,
      url,
      severity,
      isTool,
      days: (isTool ? DAYS_OF_TOOLS : DAYS)[severity] ?? DAYS.critical,
      mend: mendOf(fixAvailable),
    }));
  });
  return found.sort(
    (one, other) => one.days - other.days || SEVERITIES.indexOf(one.severity) - SEVERITIES.indexOf(other.severity),
  );
};

export const lineOf = ({ name, title, url, severity, isTool, days, mend }) =>
  `${severity}: ${name}${isTool ? ' (a tool)' : ''}: ${title}, to be mended within ${days} days (${mend}) ${url}`;
