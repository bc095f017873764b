// Loaded before the tests of a process. To know which test an error or a subtest belongs to, node:test follows every promise. That makes
// code with many awaits several times as slow as in the program. With this file, it only learns which resources are tests. The running test
// is in an AsyncLocalStorage, which costs almost nothing.
import hooks from 'node:async_hooks';

const { AsyncLocalStorage, AsyncResource, createHook, executionAsyncId } = hooks;
const tests = new WeakSet<object>();
const running = new AsyncLocalStorage<number>();

hooks.createHook = ({ init }) => {
  const callbacks = {
    init(id: number, type: string, trigger: number, resource: object) {
      if (type !== 'Test') return;
      tests.add(resource);
      init?.(id, type, trigger, resource);
    },
    trackPromises: false,
  };
  return createHook(callbacks);
};
hooks.executionAsyncId = () => running.getStore() ?? executionAsyncId();

type Work = (this: unknown, ...given: unknown[]) => unknown;

const { runInAsyncScope } = AsyncResource.prototype;
// biome-ignore lint/suspicious/noExplicitAny: it returns what the work returns
AsyncResource.prototype.runInAsyncScope = function run(work: Work, on?: unknown, ...given: unknown[]): any {
  if (!tests.has(this)) return runInAsyncScope.call(this, work, on, ...given);
  // It must run within the scope, which otherwise restores the value that the storage had when the test was made.
  return runInAsyncScope.call(this, () => running.run(this.asyncId(), () => work.apply(on, given)));
};
