// Sat4j on the formulas that `lockstep bench table2 --dimacs DIR` wrote, with the paper's procedure:
// the longest prefix first, and while there is no model, the next. Handing the clauses over and solving
// count, in this thread's processor time; reading the files does not.
//
//   java -Xmx4g -cp /usr/share/java/org.sat4j.core.jar cli/bench/peers/Sat4j.java DIR [WARM-UP SECONDS]
//
// Prints one line per instance: class, number, longest prefix, milliseconds.
import java.io.BufferedReader;
import java.io.File;
import java.io.FileReader;
import java.io.StreamTokenizer;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.Map;
import java.util.TreeMap;
import org.sat4j.core.VecInt;
import org.sat4j.minisat.SolverFactory;
import org.sat4j.specs.ContradictionException;
import org.sat4j.specs.ISolver;

public class Sat4j {
  static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  /** A formula: the number of variables, then the clauses. */
  static ArrayList<int[]> read(File file) throws Exception {
    ArrayList<int[]> clauses = new ArrayList<>();
    try (BufferedReader reader = new BufferedReader(new FileReader(file), 1 << 16)) {
      String line = reader.readLine();
      while (!line.startsWith("p cnf")) {
        line = reader.readLine();
      }
      clauses.add(new int[] {Integer.parseInt(line.split(" +")[2])});
      StreamTokenizer tokens = new StreamTokenizer(reader);
      VecInt clause = new VecInt();
      while (tokens.nextToken() != StreamTokenizer.TT_EOF) {
        if ((int) tokens.nval == 0) {
          int[] literals = new int[clause.size()];
          clause.copyTo(literals);
          clauses.add(literals);
          clause.clear();
        } else {
          clause.push((int) tokens.nval);
        }
      }
    }
    return clauses;
  }

  static boolean isSatisfiable(ArrayList<int[]> formula) throws Exception {
    ISolver solver = SolverFactory.newDefault();
    solver.setTimeout(3600);
    solver.newVar(formula.get(0)[0]);
    solver.setExpectedNumberOfClauses(formula.size() - 1);
    try {
      for (int at = 1; at < formula.size(); at++) {
        solver.addClause(new VecInt(formula.get(at).clone()));
      }
      return solver.isSatisfiable();
    } catch (ContradictionException trivial) {
      return false;
    }
  }

  /** The longest prefix with a model (0 where none has one), and the milliseconds. */
  static double[] longest(TreeMap<Integer, File> byPrefix) throws Exception {
    long spent = 0;
    for (Map.Entry<Integer, File> entry : byPrefix.descendingMap().entrySet()) {
      ArrayList<int[]> formula = read(entry.getValue());
      long started = THREADS.getCurrentThreadCpuTime();
      boolean satisfiable = isSatisfiable(formula);
      spent += THREADS.getCurrentThreadCpuTime() - started;
      if (satisfiable) {
        return new double[] {entry.getKey(), spent / 1e6};
      }
    }
    return new double[] {0, spent / 1e6};
  }

  public static void main(String[] args) throws Exception {
    TreeMap<String, TreeMap<Integer, File>> instances = new TreeMap<>();
    for (File file : new File(args[0]).listFiles((dir, name) -> name.endsWith(".cnf"))) {
      String[] parts = file.getName().replace(".cnf", "").split("-");
      instances
          .computeIfAbsent(parts[0] + " " + parts[1], key -> new TreeMap<>())
          .put(Integer.parseInt(parts[2]), file);
    }
    double seconds = args.length > 1 ? Double.parseDouble(args[1]) : 10;
    long warm = System.nanoTime() + (long) (seconds * 1e9);
    while (System.nanoTime() < warm) {
      for (TreeMap<Integer, File> instance : instances.values()) {
        longest(instance);
        if (System.nanoTime() >= warm) {
          break;
        }
      }
    }
    for (Map.Entry<String, TreeMap<Integer, File>> instance : instances.entrySet()) {
      double[] found = longest(instance.getValue());
      System.out.printf("%s %d %.4f%n", instance.getKey(), (int) found[0], found[1]);
    }
  }
}
