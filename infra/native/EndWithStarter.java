import java.io.IOException;
import java.util.Arrays;

/**
 * Runs the main class of a server until its standard input ends. The starter holds the input open, so that the server
 * ends with it, however the starter ends. Arguments: the main class and its arguments.
 */
public final class EndWithStarter {
  /** A server that has not stopped in order by then is halted. */
  private static final long HALTED_AFTER_MS = 10_000;

  private EndWithStarter() {}

  public static void main(String[] arguments) throws ReflectiveOperationException {
    inBackground(EndWithStarter::exitAtEndOfInput);
    String[] rest = Arrays.copyOfRange(arguments, 1, arguments.length);
    Class.forName(arguments[0]).getMethod("main", String[].class).invoke(null, (Object) rest);
  }

  private static void exitAtEndOfInput() {
    try {
      while (System.in.read() >= 0) {}
    } catch (IOException ended) {
      // a broken input has ended too
    }
    inBackground(EndWithStarter::haltLater);
    System.exit(0);
  }

  private static void haltLater() {
    try {
      Thread.sleep(HALTED_AFTER_MS);
    } catch (InterruptedException early) {
      // nothing else interrupts this thread
    }
    Runtime.getRuntime().halt(1);
  }

  private static void inBackground(Runnable work) {
    Thread thread = new Thread(work);
    thread.setDaemon(true);
    thread.start();
  }
}
