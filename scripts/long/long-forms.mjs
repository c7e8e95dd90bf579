// The tests that have a long form, one row each. To add one, read a variable in the test and give it a value here.

// name     what `npm run test:long -- NAME` and `npm run test:night -- NAME` run
// files    test files or folders
// minutes  what the long form may take (the night form, if it is the only one), in minutes of processor time; all long ones have 114
// long     the variables of `npm run test:long`; a row without them is not part of it
// night    the variables of `npm run test:night`; the same
// alone    measures something that other tests would disturb

/** Variables that take the seed of the run, unless they are set. */
export const SEEDS = ['PROPERTY_SEED', 'COST_SEED', 'KILL_SEED', 'FUZZ_SEED', 'DIFFERENTIAL_SEED']

export const LONG_FORMS = [
  {
    name: 'properties',
    files: [
      'test/properties',
      'test/content/write/model.test.ts',
      'test/content/search-index.test.ts',
      'test/tables/plan-property.test.ts',
      'test/media/upload/malformed-forms.test.ts',
      'test/media/work/hostile-images.test.ts',
      'test/strapi/guards.test.ts',
    ],
    minutes: 21,
    long: { PROPERTY_RUNS: '2' },
    night: { PROPERTY_RUNS: '40' },
  },
  {
    name: 'attacks',
    files: ['test/attacks'],
    minutes: 3,
    // Shapes for each place.
    long: { ATTACK_SHAPES: '3' },
    night: { ATTACK_SHAPES: 'all' },
  },
  {
    name: 'kept',
    files: ['test/content/kept'],
    minutes: 8,
    long: { EXACT_READS: '6000', KEPT_EVERY: '1', CROWD_QUERIES: '1200' },
    night: { EXACT_READS: '500000', KEPT_EVERY: '1', CROWD_QUERIES: '20000' },
  },
  {
    name: 'replicas',
    files: ['test/replicas'],
    minutes: 5,
    // In each of five tests.
    long: { REPLICA_READS: '8000' },
    night: { REPLICA_READS: '500000' },
  },
  {
    name: 'kills',
    files: ['test/kills'],
    minutes: 11,
    long: { KILL_ROUNDS: '100' },
    night: { KILL_ROUNDS: '1000' },
  },
  {
    name: 'steps',
    files: ['test/media/upload/killed-at-every-step.test.ts', 'test/media/upload/one-at-a-time.test.ts'],
    minutes: 14,
    long: { MEDIA_STEPS: 'all' },
    night: { MEDIA_STEPS: 'all' },
  },
  {
    name: 'writers',
    files: ['test/content/write/concurrency.test.ts', 'test/changes/order.test.ts'],
    minutes: 2,
    long: { WRITERS_SECONDS: '30', FEED_WRITES: '60' },
    night: { WRITERS_SECONDS: '600', FEED_WRITES: '2000' },
  },
  {
    name: 'strapi',
    files: ['test/differential/differential.test.ts'],
    minutes: 2,
    // The first run installs a Strapi, which takes four minutes more.
    long: { DIFFERENTIAL_MINUTES: '2' },
    night: { DIFFERENTIAL_MINUTES: '60' },
  },
  {
    name: 'pooler',
    files: ['test/spec', 'test/content/write/replay.test.ts', 'test/content/kept/exact'],
    minutes: 4,
    // On PostgreSQL, through a real PgBouncer in transaction mode. The first run installs it.
    long: { TEST_POOLER: 'pgbouncer', TEST_DATABASES: 'postgres', EXACT_READS: '2000' },
  },
  {
    name: 'mysql',
    files: ['test/transfer/copy'],
    minutes: 1,
    // Answers that Strapi gave on MariaDB, asked of both copies.
    long: { MYSQL_ANSWERS: 'all' },
  },
  { name: 'bulk', files: ['test/transfer/bulk.test.ts'], minutes: 4, long: { POPULUS_BULK: '30000' } },
  {
    name: 'backup',
    files: ['test/transfer/backup-bulk.test.ts'],
    minutes: 3,
    long: { BACKUP_ROWS: '120000' },
    night: { BACKUP_ROWS: '1000000' },
  },
  {
    name: 'cost',
    files: ['test/plan/cost'],
    minutes: 3,
    long: { COST_SEARCH: '200' },
    night: { COST_SEARCH: '2000' },
  },
  {
    name: 'fuzz',
    files: ['test/fuzz'],
    minutes: 4,
    long: { FUZZ_REQUESTS: '100000' },
    night: { FUZZ_REQUESTS: '1000000' },
  },
  { name: 'flood', files: ['test/content/memory/flood.test.ts'], minutes: 3, long: { FLOOD_ADDRESSES: '60000' } },
  {
    name: 'memory',
    files: ['test/content/memory/small-machine.test.ts'],
    minutes: 2,
    long: { MEMORY_SECONDS: '90' },
    night: { MEMORY_SECONDS: '3600' },
  },
  {
    name: 'uploads',
    files: ['test/media/upload/large-upload.test.ts', 'test/media/providers/azure.test.ts'],
    minutes: 1,
    // Azurite instead of a small service of our own. The first run installs it, which takes two minutes more.
    long: { UPLOAD_MEGABYTES: '1000', AZURITE: 'installed' },
  },
  {
    name: 'panel',
    files: [
      'test/panel/article.test.ts',
      'test/panel/list-bulk.test.ts',
      'test/panel/releases.test.ts',
      'test/panel/workflows.test.ts',
      'test/panel/nothing-lost.test.ts',
      'test/panel/keyboard.test.ts',
    ],
    minutes: 3,
    // Random work of two people, so many times.
    long: { PANEL_WAYS: 'all', DESK_RUNS: '20' },
    night: { PANEL_WAYS: 'all', DESK_RUNS: '2000' },
  },
  {
    name: 'panel-postgres',
    files: ['test/panel'],
    minutes: 15,
    night: { PANEL_DATABASE: 'postgres' },
  },
  {
    name: 'passwords',
    files: ['test/identity/users/password-queue.test.ts'],
    minutes: 2,
    long: { PASSWORD_CROWD: '80' },
  },
  {
    name: 'rights',
    files: ['test/identity/access/withdrawn-rights.test.ts'],
    minutes: 1,
    long: { RIGHTS_CHANGES: '100' },
    night: { RIGHTS_CHANGES: '1000' },
  },
  {
    name: 'starts',
    files: ['test/cluster/servers/start-together.test.ts'],
    minutes: 2,
    long: { START_ROUNDS: '5' },
    night: { START_ROUNDS: '50' },
  },
  {
    name: 'dev',
    files: ['test/cli/dev.test.ts'],
    minutes: 3,
    long: { DEV_CHANGES: '30', DEV_MILLISECONDS: '1000' },
    alone: true,
  },
  {
    name: 'images',
    files: ['test/deploy'],
    minutes: 7,
    // The base of images, which the first run makes; container tests are skipped where it cannot be made. HAProxy, Varnish, PostgreSQL,
    // PgBouncer, Patroni and etcd come from Debian, the first time; what runs them is skipped where they cannot be installed, unless CI is `true`.
    long: { NODE_IMAGE: 'localhost/node20', DEPLOY_PARTS: 'all', VARNISH_READS: '4000' },
  },
  {
    name: 'frameworks',
    files: ['test/examples'],
    minutes: 5,
    // Installs what the sites of examples/ need, from the registry or from npm's cache.
    long: { FRAMEWORK_SITES: 'all' },
  },
]
