// How elkjs lays out a machine: orthogonal layers in the order of the model. Labels stand on one
// side of their edges in the whole picture, so that it is always clear which edge a label belongs
// to.

export const ALGORITHM = "layered";

const OPTIONS = {
  "elk.algorithm": ALGORITHM,
  "elk.edgeRouting": "ORTHOGONAL",
  "elk.padding": "[top=3,left=3,bottom=3,right=3]",
  "elk.spacing.nodeNode": "18",
  "elk.spacing.edgeNode": "10",
  "elk.spacing.edgeEdge": "8",
  "elk.spacing.edgeLabel": "3",
  "elk.layered.spacing.nodeNodeBetweenLayers": "12",
  "elk.layered.spacing.edgeNodeBetweenLayers": "7",
  "elk.layered.spacing.edgeEdgeBetweenLayers": "7",
  "elk.layered.cycleBreaking.strategy": "MODEL_ORDER",
  "elk.layered.considerModelOrder.strategy": "NODES_AND_EDGES",
  "elk.layered.nodePlacement.strategy": "NETWORK_SIMPLEX",
  "elk.layered.edgeLabels.sideSelection": "ALWAYS_DOWN",
  // States that were drawn before stay in their order within a layer.
  "elk.layered.crossingMinimization.semiInteractive": "true",
};

/** Of a node: where it stood in the drawing before. */
const PLACE = "elk.position";
/** Of an edge that ran straight in the drawing before: by how much it should again. */
const STRAIGHT = "elk.layered.priority.straightness";
const MUCH = "20";

/**
 * A machine's graph with the options for edges that flow in a direction, "DOWN" or "RIGHT". Nodes
 * may have a place `before: [x, y]`, edges may be `straight`; the answer has neither. Graphs of
 * other kinds bring options of their own, as do those of their nodes that hold others.
 */
export const withOptions = ({ children = [], edges = [], ...graph }, direction) => ({
  ...graph,
  children: children.map(({ before, ...node }) =>
    node.apart ? withOptions(node, direction) : withOption(node, before && PLACE, `(${before})`),
  ),
  edges: edges.map(({ straight, ...edge }) => withOption(edge, straight && STRAIGHT, MUCH)),
  layoutOptions: { ...OPTIONS, ...graph.layoutOptions, "elk.direction": direction },
});

const withOption = (it, name, value) => (name ? { ...it, layoutOptions: { [name]: value } } : it);
