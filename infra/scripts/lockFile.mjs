/** What a lock file holds and what it lacks. Paths are as in it: `node_modules/a/node_modules/b`, `libs/rest`. */
const isInstalled = (path) => path.includes('node_modules/');

/** Whether one of the lists by which a package says where it works (`["linux"]`, `["!win32"]`) takes in a value. */
const takesIn = (list, value) => {
  if (list === undefined) return true;
  if (list.includes(`!${value}`)) return false;
  const named = list.filter((each) => !each.startsWith('!'));
  return named.length === 0 || named.includes(value);
};

/** The machine this runs on, in the words of packages. */
export const thisMachine = () => {
  const glibc = process.report.getReport().header.glibcVersionRuntime !== undefined;
  return {
    os: process.platform,
    cpu: process.arch,
    ...(process.platform === 'linux' && { libc: glibc ? 'glibc' : 'musl' }),
  };
};

/**
 * The folders that a whole installation has on a machine: all that are not optional, and of the optional ones those made
 * for this machine, without which a tool is there and does not run.
 */
export const neededOn = ({ os, cpu, libc }, { packages }) =>
  Object.entries(packages)
    .filter(([path, each]) => isInstalled(path) && (!each.optional || each.os !== undefined || each.cpu !== undefined))
    .filter(([, each]) => takesIn(each.os, os) && takesIn(each.cpu, cpu) && (!libc || takesIn(each.libc, libc)))
    .map(([path]) => path);

/** The folders in which Node looks for packages that one at `path` uses, the nearest first. */
const lookedThrough = (path) => {
  const parts = path === '' ? [] : path.split('/');
  const above = parts
    .map((_, index) => parts.slice(0, parts.length - index))
    .filter((each) => each.at(-1) !== 'node_modules');
  return [...above.map((each) => `${each.join('/')}/node_modules`), 'node_modules'];
};

/** The optional packages that a lock file lacks, so that `npm ci` refuses it: `{ of, name, version }`. */
export const optionalNotLocked = ({ packages }) =>
  Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.entries(optionalDependencies)
      .filter(([name]) => !lookedThrough(path).some((folder) => `${folder}/${name}` in packages))
      .map(([name, version]) => ({ of: path, name, version })),
  );

/** The folders of the workspaces whose `package.json` asks for other dependencies than the lock file says of them. */
export const outOfStep = ({ packages }, packageAt) => {
  const asked = ({ dependencies = {}, devDependencies = {}, optionalDependencies = {}, peerDependencies = {} }) =>
    JSON.stringify(
      [dependencies, devDependencies, optionalDependencies, peerDependencies].map((each) =>
        Object.entries(each).sort(),
      ),
    );
  return Object.keys(packages).filter((path) => !isInstalled(path) && asked(packages[path]) !== asked(packageAt(path)));
};
