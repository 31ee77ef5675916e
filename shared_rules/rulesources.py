"""Which published sheet each clause of a preset comes from, and what fills the gaps of the others. PC only."""

# Where facts come from. Short names as in the presets below.
SOURCES = {
    "seed-cs": ("how-to article on Cardinal's set, in Czech", ""),
    "seed-it": ("how-to article on Cardinal's set, in Italian", ""),
    "CARD": ("Cardinal, 20 Domino Games booklet",
             "https://p.pdfhall.com/download/20-domino-games_5c2faa74097c4723368b4569.html"),
    "REF": ("reference.com on Cardinal's Mexican Train",
            "https://www.reference.com/hobbies-games/cardinal-industries-mexican-train-domino-game-1178758311dce046"),
    "FRANK": ("Franklin County Silver Games", "http://franklincosilvergames.com/page/?p=57"),
    "CELKO": ("Joe Celko at the Game Cabinet", "http://www.gamecabinet.com/rules/MexicanTrains.html"),
    "UG": ("rule text like University Games' sheet", "https://github.com/hawkinscm/MexicanTrain"),
    "FUND": ("Fundex manual", "https://shop.owlshollow.com/mexican-train-domino-set-double-12.html"),
    "PRESS": ("Pressman sheet 3928 of 2015", "https://www.paperzz.com/doc/7043126/"),
    "MOG": ("Masters of Games, as summarised by others",
            "https://www.mastersofgames.com/rules/mexican-train-dominoes-rules.htm"),
    "FL": ("Florida Good Sam", "http://goodsams-florida.org/GameRules-MexicanTrainDominoes.html"),
    "ID": ("Idaho Good Sam", "https://www.idahogoodsam.org/gamerules/9"),
    "WIKI": ("Wikipedia, Mexican Train, read through mirrors", "https://owiki.org/wiki/Mexican_Train"),
    "PARS": ("Mexican Train Fun, the rule of the last tile",
             "https://www.mexicantrainfun.com/blog/announcing-one-domino-tile-in-your-hand/"),
    "SHEET": ("one-page sheet with hands for sets of 6, 9 and 12",
              "https://docslib.org/doc/4134077/mexican-train-2-8-players"),
}  # fmt: skip

# What is taken where a source says nothing, and why.
USUAL = {
    "set": "the set these sheets are sold with",
    "hand": "not used",
    "fewest-players": "two can play",
    "most-players": "as many as the hub has slots for",
    "engine": "the oldest reading",
    "first-turn": "most sheets of today",
    "out-on-first-turn": "a round ends when somebody is out",
    "mexican-start": "nothing forbids it on any turn",
    "mexican-use": "it belongs to everybody",
    "mexican-trains": "all who say anything name one",
    "pass": "who can play must, in every game of this family",
    "others": "the marker means open to all",
    "start-others": "a train is started by its owner",
    "draw": "one tile, played if it fits, is the most common reading",
    "marker-up": "the most common reading",
    "marker-down": "everybody who says anything says this",
    "double": "the most common reading",
    "fork": "only the Czech article knows it",
    "doubles": "the stricter reading of a second tile",
    "order": "the better known order",
    "dead-double": "nobody can do the impossible",
    "end-on-double": "makers' sheets do not forbid it",
    "call": "not mentioned",
    "call-penalty": "no penalty named",
    "call-turn": "no lost turn named",
    "blocked": "nobody is exempt in most texts",
    "blank": "face value",
    "first-engine": "from the highest double down",
    "rounds": "one for each double",
    "tie": "the fullest published chain",
    "late": "the only published rule for late players",
}


class Preset:
    """Where a preset's clauses come from. said: key -> source tag; filled: key -> why this default, beyond `USUAL`."""

    def __init__(self, title, sources, said, filled):
        self.title = title
        self.sources = sources
        self.said = said
        self.filled = filled


def _said(tag, *keys):
    return [(key, tag) for key in keys]


PRESETS = {
    "cardinal-cs": Preset(
        "Cardinal's game as the Czech article tells it", ("seed-cs",),
        dict(_said("seed-cs", "set", "hands", "fewest-players", "most-players", "engine", "mexican-use", "marker-up",
                   "double", "fork", "first-engine", "rounds")),
        {"first-turn": "the sentence stands in the paragraph about the first player; everybody's first turn is the "
                       "override long-all",
         "mexican-start": "by anyone who may use it, on his turn; the starter's choice on his first turn is free",
         "draw": "drawing in a normal turn is not mentioned, so there is none",
         "doubles": "each double gives another turn",
         "dead-double": "without a duty nothing lapses",
         "call": "no call is mentioned",
         "blocked": "without drawing, a full lap of turns without a tile ends the round"}),
    "cardinal-it": Preset(
        "Cardinal's game as the Italian article tells it", ("seed-it",),
        dict(_said("seed-it", "set", "hands", "fewest-players", "most-players", "engine", "mexican-use", "marker-up",
                   "call", "blocked", "first-engine", "rounds")),
        {"first-turn": "trains are arranged in private and the starter lays one tile; a long first train for everybody "
                       "is the override long-all",
         "mexican-start": "by anyone, on his turn",
         "draw": "one tile a turn after the marker went up; whether it may be played is not said: it must be if it "
                 "fits. A tile of the hand that fits an open train is played there with the marker up, without a draw",
         "double": "a second tile too: read as on the double; who cannot draws, marks, and the duty passes on",
         "doubles": "any number in a turn, covered in the order laid",
         "call-penalty": "required until the next player has finished, but no penalty is named"}),
    "cardinal-booklet": Preset(
        "Cardinal's booklet of 20 domino games", ("CARD", "REF", "FRANK"),
        dict(_said("CARD", "set", "hands", "fewest-players", "most-players", "engine", "first-turn", "draw",
                   "marker-up")
             + _said("REF", "double") + _said("FRANK", "mexican-start", "marker-down", "mexican-trains")),
        {"engine": "the booklet's next-player clause for nobody holding a double is told as: everybody draws"}),
    "celko": Preset(
        "Celko's sheet of 1998, after Cardinal's", ("CELKO",),
        dict(_said("CELKO", "set", "hands", "fewest-players", "most-players", "engine", "first-turn", "double",
                   "doubles", "others")),
        {"double": "at second hand: the cover may go anywhere, and doubles may be chained"}),
    "university-games": Preset(
        "The sheet that reads like University Games'", ("UG",),
        dict(_said("UG", "set", "hands", "most-players", "engine", "first-turn", "out-on-first-turn", "mexican-start",
                   "mexican-use", "others", "draw", "marker-up", "marker-down", "double", "blocked", "blank", "rounds",
                   "first-engine", "tie")),
        {"fewest-players": "the sheet gives two and three players a double-9 set; here they may use any"}),
    "fundex": Preset(
        "Fundex' manual", ("FUND",),
        dict(_said("FUND", "set", "hands", "fewest-players", "most-players", "engine", "first-turn", "draw", "pass",
                   "mexican-use")),
        {"double": "a second tile is played; read as on the double, else it passes on"}),
    "pressman": Preset(
        "Pressman's sheet of 2015", ("PRESS",),
        dict(_said("PRESS", "set", "hands", "most-players", "engine", "first-turn", "draw", "marker-up", "others",
                   "start-others")),
        {"fewest-players": "the sheet lets one play alone; a hub needs two"}),
    "masters-of-games": Preset(
        "Masters of Games", ("MOG",),
        dict(_said("MOG", "set", "hands", "engine", "first-turn", "draw", "marker-up", "marker-down", "double",
                   "blocked", "blank", "mexican-trains")),
        {"doubles": "any number, if the last tile covers"}),
    "florida-good-sam": Preset(
        "Florida Good Sam's club rules", ("FL",),
        dict(_said("FL", "set", "hands", "hand", "engine", "first-turn", "mexican-start", "double", "call",
                   "call-penalty", "first-engine", "late", "draw", "marker-up")),
        {"most-players": "twelve tiles each are enough for seven",
         "doubles": "any number, like the second tile that may go anywhere"}),
    "tournament": Preset(
        "Tournament rules in the manner of Wikipedia's primary ones", ("WIKI", "PARS"),
        dict(_said("WIKI", "set", "engine", "first-turn", "draw", "marker-up", "marker-down", "double", "order",
                   "dead-double", "end-on-double", "blocked", "tie")
             + _said("PARS", "call", "call-penalty")),
        {"hands": "the most widespread table",
         "blank": "the value most clubs give it"}),
}  # fmt: skip
